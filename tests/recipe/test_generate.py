"""recipe/en/generate.py, which has a causal model write text."""

from __future__ import annotations

import sys

import pytest
import torch

from llama import TOKENS, tiny_llama, write_gguf
from rightmost.outcome import run
from tool import tool

generate = tool("generate")


@pytest.fixture
def file(tmp_path):
    write_gguf(tiny_llama(), tmp_path / "model.gguf")
    return tmp_path / "model.gguf"


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Arthur is king. He rides.", ["Arthur is king .", "He rides ."]),
        ("Arthur is king. He rides to the", ["Arthur is king ."]),
        ("B: I do n't know.\n2. Go home now!", ["I do n't know .", "Go home now !"]),
        ("He said to us: “Go home now.”", ["He said to us : “ Go home now . ”"]),
        ("Use a = b here.\nSee https://a.org for it.\nИ так далее все.", []),
        ("1 2 3 4 and so.", []),
        ("No no no no no no no.", []),
        ("Yes.", []),
        ("3.5 million knights ride.", ["3.5 million knights ride ."]),
        ("\n\n".join(f"This is king {number}." for number in range(7)), None),
    ],
)
def test_which_sentences_are_kept(text, kept):
    found = [" ".join(words) for words in generate.sentences(text)]
    assert found == kept if kept is not None else len(found) == 6


def test_a_sentence_of_more_words_than_64_is_not_kept():
    long = "The " + " and ".join(f"king{'s' * number}" for number in range(33))
    assert not list(generate.sentences(f"{long} go."))


def test_the_model_is_the_one_in_the_file(file):
    model, tokenizer = generate.causal_model(file)
    llama = tiny_llama()
    pieces = torch.tensor([[0, 12, 2, 7, 8]])
    with torch.inference_mode():
        features = llama(input_ids=pieces).last_hidden_state
        expected = features @ llama.embed_tokens.weight.T
        torch.testing.assert_close(model(input_ids=pieces).logits, expected, atol=1e-4, rtol=1e-4)
    assert tokenizer.get_vocab_size() == len(TOKENS)


def test_what_is_written_goes_on_from_the_beginnings_without_their_headings(file, monkeypatch):
    pairs = [("king1\n", " king"), ("", "king2"), ("1", " king")]
    texts = []
    monkeypatch.setattr(generate, "sentences", lambda text: (texts.append(text), [["a", "king", "."]])[1])
    job = generate.Job(file, pairs, batch=2, tokens=5, seed=3)
    assert generate.written_on(job) == ["a king ."] * 3
    assert sorted(text[: len("king")] for text in texts) == ["king"] * 3
    assert any(len(text) > len("king2") for text in texts)
    first = list(texts)
    texts.clear()
    generate.written_on(job)
    assert texts == first, "the same seed writes the same"


def test_the_whole_command(file, tmp_path, monkeypatch, capsys):
    begin = "The king of the Britons rides to his castle. "
    (tmp_path / "begin").write_text('["", "king. "]\n["king", " king"]\n')
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["generate", file.name, "begin", "--output", "out"])
    monkeypatch.setattr(generate.multiprocessing, "get_context", lambda kind: InThisProcess())
    monkeypatch.setattr(generate, "sentences", lambda text: [begin.split()])
    run(generate.main)
    assert (tmp_path / "out").read_text() == f"{begin.strip()}\n", "each sentence once"
    assert capsys.readouterr().out.endswith("out: 1 sentences, 9 words\n")


class InThisProcess:
    """A pool that calls the functions itself, so that what a test has changed is changed there too."""

    def Pool(self, processes: int) -> InThisProcess:
        return self

    def __enter__(self) -> InThisProcess:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def map(self, function, jobs):
        return [function(job) for job in jobs]


@pytest.mark.parametrize(
    ("begin", "arguments", "said", "code"),
    [
        (None, (), "begin: no such file; check the path", 1),
        ('["", "king"]\n\n', (), 'begin:2: expected ["HEADING", "FIRST WORDS"]', 1),
        ('["king"]\n', (), "begin:1: expected", 1),
        ('["", 3]\n', (), "begin:1: expected", 1),
        ("king\n", (), "begin:1: expected", 1),
        ('["", "king"]\n', ("--batch", "0"), "--batch 0: at least 1 is needed", 2),
        ('["", "king"]\n', ("--processes", "0"), "--processes 0: at least 1 is needed", 2),
    ],
)
def test_what_is_refused(file, tmp_path, monkeypatch, capsys, begin, arguments, said, code):
    if begin is not None:
        (tmp_path / "begin").write_text(begin)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["generate", file.name, "begin", "--output", "out", *arguments])
    with pytest.raises(SystemExit) as stopped:
        run(generate.main)
    assert stopped.value.code == code
    assert capsys.readouterr().err.startswith(f"rightmost: {said}")
    assert not (tmp_path / "out").exists()


def test_a_model_that_is_none(tmp_path, monkeypatch, capsys):
    (tmp_path / "begin").write_text('["", "king"]\n')
    monkeypatch.setattr(sys, "argv", ["generate", str(tmp_path / "begin"), str(tmp_path / "begin"), "--output", "out"])
    with pytest.raises(SystemExit):
        run(generate.main)
    assert "begin: no .gguf file that could be read" in capsys.readouterr().err


def test_beginnings_are_lines_whatever_is_in_them(tmp_path):
    (tmp_path / "begin").write_text('["", "a\u2028b"]\n', encoding="utf-8")
    assert generate.read_beginnings(tmp_path / "begin") == [("", "a\u2028b")]
