"""The parser as most people use it, on a tiny random model."""

from __future__ import annotations

import copy
import itertools
import os
import pickle
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.reduction import ForkingPickler
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

import rightmost
from model.networks import TREES, VOCABULARY, network
from rightmost import parser as module
from rightmost.errors import BadUsage, EmptySentence, ModelError, RightmostError, UnreadableFile
from rightmost.model.int8 import Int8Linear
from rightmost.model.vocabulary import Vocabulary
from rightmost.modelfile.folder import save_model
from rightmost.parser import Parser, load
from rightmost.parser_input import UNKNOWN_TAG
from rightmost.trees.brackets import escape
from rightmost.trees.tree import Leaf, Tree

torch.set_num_threads(1)
CPU = torch.device("cpu")
PARSER = Parser(network(), device=CPU, dtype="float32")
BEAMS = "allowed: a whole number, 1 to 1,000; 1 is greedy, and memory grows with the square of the beam"
KS = "allowed: a whole number, 1 to 1,000; it is how many trees the beam has to hold"
ARTHUR = "Arthur is King of the Britons"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("models") / "tiny"
    save_model(network(), path, about={})
    return path


# -- loading ------------------------------------------------------------------------------------------


def test_a_model_from_its_folder(folder):
    for parser in (rightmost.load(folder), rightmost.load(str(folder), device="cpu", dtype="float32")):
        assert isinstance(parser, rightmost.Parser)
        assert (parser.device, parser.dtype) == (CPU, "float32")
        assert parser.parse(ARTHUR) == PARSER.parse(ARTHUR)


def test_a_shipped_model_by_its_name(tmp_path, monkeypatch):
    save_model(network(), tmp_path / "models" / "en", about={})
    monkeypatch.setattr(rightmost, "__file__", str(tmp_path / "__init__.py"))
    monkeypatch.chdir(tmp_path)
    assert rightmost.load().parse(ARTHUR) == PARSER.parse(ARTHUR)


def test_annotation_styles(tmp_path, folder):
    made = network(styles=("gum", "masc"), style="gum")
    save_model(made, tmp_path / "styled", about={})
    assert load(tmp_path / "styled").network.style == "gum"
    chosen = load(tmp_path / "styled", style="masc")
    assert chosen.network.style == "masc"
    assert (
        chosen.parse_kbest(ARTHUR)[0].log_probability
        != load(tmp_path / "styled").parse_kbest(ARTHUR)[0].log_probability
    )
    with pytest.raises(BadUsage, match="style 'wsj'; allowed with this model: gum, masc"):
        load(tmp_path / "styled", style="wsj")
    with pytest.raises(BadUsage, match="style 'wsj'; allowed with this model: none"):
        load(folder, style="wsj")


def test_other_number_types(folder):
    small = load(folder, dtype="int8")
    assert any(isinstance(part, Int8Linear) for part in small.network.encoder.modules())
    assert small.parse(ARTHUR).words == tuple(ARTHUR.split())
    half = load(folder, dtype="bfloat16")
    assert {weight.dtype for weight in half.network.parameters()} == {torch.bfloat16}
    assert half.parse(ARTHUR, beam=3).words == tuple(ARTHUR.split())


@pytest.mark.parametrize(
    ("cuda", "mps", "device", "dtype"),
    [(True, True, "cuda", "bfloat16"), (False, True, "mps", "float32"), (False, False, "cpu", "float32")],
)
def test_the_best_device_is_found(cuda, mps, device, dtype, folder, monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: cuda)
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: mps)
    asked = []
    made = network()
    monkeypatch.setattr(module, "load_model", lambda folder, device: asked.append(device) or made)
    parser = load(folder)
    assert asked == [parser.device] == [torch.device(device)]
    assert parser.dtype == dtype
    assert next(made.parameters()).dtype == getattr(torch, dtype)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"device": "grail"}, "device 'grail'; allowed here: auto, cpu"),
        ({"device": "cuda"}, "device 'cuda' is not there; allowed here: auto, cpu"),
        ({"device": "meta"}, "device 'meta' is not there; allowed here: auto, cpu"),
        ({"dtype": "int4"}, "dtype 'int4'; allowed: auto, float32, bfloat16, int8"),
    ],
)
def test_what_cannot_be_loaded_so(settings, message, folder, monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: False)
    with pytest.raises(BadUsage) as raised:
        load(folder, **settings)
    assert str(raised.value) == message


def test_one_of_two_graphics_cards(folder, monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 2)
    with pytest.raises(BadUsage, match=r"^device 'cuda:2' is not there; allowed here: auto, cuda"):
        load(folder, device="cuda:2")
    with pytest.raises(BadUsage, match=r"^dtype int8 runs on the CPU alone, not on cuda:1; give device cpu, or"):
        load(folder, device="cuda:1", dtype="int8")


def test_no_such_model():
    with pytest.raises(ModelError, match=r"^grail: no model here, and none of that name is installed"):
        load("grail")


def test_no_other_name_appears_in_the_package():
    with pytest.raises(AttributeError, match=r"^module 'rightmost' has no attribute 'grail'$"):
        _ = rightmost.grail


# -- one sentence -------------------------------------------------------------------------------------


def test_a_text_is_cut_and_words_are_kept():
    assert PARSER.parse("Arthur isn't (King).").words == ("Arthur", "is", "n't", "(", "King", ")", ".")
    assert PARSER.parse(["Arthur isn't", "", " ", "(King)."]).words == ("Arthur isn't", "", " ", "(King).")
    assert PARSER.parse(tuple(ARTHUR.split())) == PARSER.parse(ARTHUR)
    assert PARSER.parse(iter(ARTHUR.split())) == PARSER.parse(ARTHUR)


def test_tags_are_the_models_or_the_users():
    words = ARTHUR.split()
    predicted = PARSER.parse(words)
    assert set(predicted.tags) <= set(VOCABULARY.tags)
    tags = ["A", "", "C", "D", "E", "("]
    assert PARSER.parse(words, tags=tags).leaves == tuple(map(Leaf, words, tags))
    assert PARSER.parse(ARTHUR, tags=tags).leaves == tuple(map(Leaf, words, tags))
    assert PARSER.parse(list(map(Leaf, words, tags))).leaves == tuple(map(Leaf, words, tags))
    assert PARSER.parse(list(map(Leaf, words, tags)), tags=tags[::-1]).tags == tuple(tags[::-1])


def test_a_model_that_cannot_tag_says_so():
    untagging = Parser(network(tag_head=False), device=CPU, dtype="float32")
    assert set(untagging.parse(ARTHUR).tags) == {UNKNOWN_TAG}


def test_brackets_the_tree_must_and_must_not_have():
    tree = PARSER.parse(ARTHUR, require=[(0, 2, "NP"), (3, 6, None)], forbid=[(4, 6, None)])
    spans = tree.spans()
    assert (0, 2, "NP") in spans
    assert {(left, right) for left, right, _ in spans} >= {(3, 6)}
    assert (4, 6) not in {(left, right) for left, right, _ in spans}


@pytest.mark.parametrize("bracket", [(0, 7, "NP"), (2, 2, None), ("0", 2, "NP"), (0, 2)])
def test_brackets_that_make_no_sense(bracket):
    with pytest.raises(RightmostError):
        PARSER.parse(ARTHUR, require=[bracket])


@pytest.mark.parametrize("brackets", [lambda: iter([(1, 3, "NP")]), lambda: [(np.int64(1), np.int64(3), "NP")]])
def test_brackets_of_any_kind_of_collection_and_number(brackets):
    assert (1, 3, "NP") in PARSER.parse(ARTHUR, require=brackets()).spans()
    assert (1, 3, "NP") not in PARSER.parse(ARTHUR, forbid=brackets()).spans()


def parser_fond_of_wrappers(*trees):
    vocabulary = Vocabulary.from_trees(map(Tree.from_string, trees))
    made = network(vocabulary=vocabulary)
    first = 2 * vocabulary.label_number("TOP")
    with torch.no_grad():
        made.decoder.head.labels.output.bias[first : first + 2] = 100.0
    return Parser(made, device=CPU, dtype="float32")


def test_a_word_alone_is_under_no_wrapper():
    parser = parser_fond_of_wrappers("(TOP (VB Go))", "(S (VP (VB Go)))", "(NP (NN King))")
    trees = [
        parser.parse("Go"),
        parser.parse("Go", beam=3),
        *[scored.tree for scored in parser.parse_kbest("Go", 5)],
        parser.parse("Go", require=[(0, 1, None)]),
        parser.parse("Go", forbid=[(0, 1, "S")]),
        *parser.parse_many([["Go"], [Leaf("Go", "VB")], ["Go", "King"]]),
    ]
    *alone, two = trees
    assert {tree.label for tree in alone} <= {"S", "NP"}
    assert two.label == "TOP"  # of several children: some treebanks have no other root
    assert parser.parse("Go", require=[(0, 1, "TOP")]).label == "TOP"
    assert parser.parse("Go", forbid=[(0, 1, label) for label in ("S", "VP", "NP")]).label == "TOP"


def test_a_model_may_know_nothing_but_wrappers():
    assert parser_fond_of_wrappers("(TOP (VB Go))").parse("Go").label == "TOP"


def test_a_beam_gives_confidence():
    assert PARSER.parse(ARTHUR).confidence is None
    tree = PARSER.parse(ARTHUR, beam=4)
    assert set(tree.confidence) == set(tree.spans())


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (lambda: PARSER.parse(""), EmptySentence, "the text is empty: there is nothing to parse"),
        (lambda: PARSER.parse(" \n\u00a0"), EmptySentence, "the text is empty: there is nothing to parse"),
        (lambda: PARSER.parse([]), EmptySentence, "the list of words is empty: there is nothing to parse"),
        (lambda: PARSER.parse_kbest([]), EmptySentence, "the list of words is empty: there is nothing to parse"),
        (lambda: PARSER.parse_text(ARTHUR, line_ends="wrap"), BadUsage, "line_ends 'wrap'; allowed: join, keep"),
        (lambda: PARSER.parse_text("Go.", boundaries=[(0, 9)]), RightmostError,
         "boundary 1 is (0, 9); the text has characters 0 to 3"),
        (lambda: PARSER.parse(5), RightmostError, "5, of type int, where a text or a list of words was expected"),
        (lambda: PARSER.parse(["a", b"b"]), RightmostError, "word 2 is b'b', of type bytes; allowed: a str"),
        (lambda: PARSER.parse(["a", Leaf("b", "B")]), RightmostError,
         "word 2 is Leaf(word='b', tag='B'), of type Leaf; allowed: a str"),
        (lambda: PARSER.parse([Leaf("b", None)]), RightmostError, "tag 1 is None, of type NoneType; allowed: a str"),
        (lambda: PARSER.parse(["a"], tags="N"), RightmostError, "'N', of type str, where a list of tags was expected"),
        (lambda: PARSER.parse(["a"], tags=[]), RightmostError, "0 tags for 1 words: give exactly one tag a word"),
        (lambda: PARSER.parse("a", beam=0), BadUsage, f"beam is 0; {BEAMS}"),
        (lambda: PARSER.parse_kbest("a", 0), BadUsage, f"k is 0; {KS}"),
        (lambda: PARSER.parse_kbest("a", 5, beam=4), BadUsage,
         "a beam of 4 does not hold the best 5 trees; give a beam of 5 or more, or none"),
        (lambda: PARSER.parse_many([], beam="a"), BadUsage, f"beam is 'a'; {BEAMS}"),
        (lambda: PARSER.parse_many([], beam=0), BadUsage, f"beam is 0; {BEAMS}"),
        (lambda: PARSER.parse_many([], batch=0), BadUsage, "batch is 0; allowed: a whole number, 1 or more"),
        (lambda: PARSER.parse_many(ARTHUR), BadUsage,
         "one text where several sentences were expected; use parse for one, parse_text for a text"),
        (lambda: list(PARSER.parse_many(["a", " "])), EmptySentence,
         "sentence 2: the text is empty: there is nothing to parse"),
        (lambda: list(PARSER.parse_many([["a"], [None]])), RightmostError,
         "sentence 2: word 1 is None, of type NoneType; allowed: a str"),
        (lambda: PARSER.parse_text(["a"]), RightmostError,
         "a text is expected, not a list; for lists of words use parse_many"),
    ],
)  # fmt: skip
def test_what_cannot_be_parsed(call, kind, message):
    with pytest.raises(RightmostError) as raised:
        call()
    assert type(raised.value) is kind
    assert str(raised.value) == message


# -- k best -------------------------------------------------------------------------------------------


def test_the_best_trees_best_first():
    best = PARSER.parse_kbest(ARTHUR, 3)
    assert len({each.tree for each in best}) == 3
    assert [each.log_probability for each in best] == sorted((each.log_probability for each in best), reverse=True)
    assert best[0].log_probability < 0
    assert len(PARSER.parse_kbest(ARTHUR.split())) == 5
    assert PARSER.parse_kbest(ARTHUR, k=1, beam=10)[0].tree == PARSER.parse(ARTHUR, beam=10)
    assert PARSER.parse_kbest([Leaf("Go", "VB")], 2)[0].tree.tags == ("VB",)


# -- many sentences -----------------------------------------------------------------------------------


def sentences(count: int) -> list[list[str]]:
    return [[f"w{number}"] * (1 + number % 7) for number in range(count)]


def test_many_are_as_one_by_one_in_their_order():
    given_sentences = [*sentences(10), ARTHUR, TREES[1].leaves]
    trees = list(PARSER.parse_many(given_sentences, batch=4))
    assert trees == [PARSER.parse(sentence) for sentence in given_sentences]
    assert trees[-1].leaves == TREES[1].leaves
    assert [scored.tree for scored in PARSER.score_many(given_sentences)] == trees
    with_beam = list(PARSER.parse_many(given_sentences[:3], beam=3))
    assert all(tree.confidence for tree in with_beam)
    assert list(PARSER.parse_many([])) == []


def test_what_stands_before_a_sentence_without_words_is_parsed():
    trees = PARSER.parse_many([ARTHUR, ["Arthur"], "", ARTHUR])
    assert [next(trees).words, next(trees).words] == [tuple(ARTHUR.split()), ("Arthur",)]
    with pytest.raises(EmptySentence, match="sentence 3: the text is empty"):
        next(trees)


def test_what_stands_before_a_fault_of_the_source_is_parsed():
    def sentences():
        yield ARTHUR
        raise UnreadableFile("late.txt:2: not UTF-8 text")

    trees = PARSER.parse_many(sentences())
    assert next(trees).words == tuple(ARTHUR.split())
    with pytest.raises(UnreadableFile, match=r"late\.txt:2"):
        next(trees)


def test_an_endless_supply_is_taken_in_a_few_at_a_time():
    taken = []

    def endless():
        for number in itertools.count():
            taken.append(number)
            yield [f"w{number}"]

    trees = PARSER.parse_many(endless(), batch=5)
    assert [next(trees).words for _ in range(7)] == [(f"w{number}",) for number in range(7)]
    assert len(taken) == 10


def test_batches_grow_so_that_the_first_trees_come_soon(monkeypatch):
    sizes = []
    real = module.parse_sentences

    def watched(network, given_sentences, **settings):
        sizes.append(len(given_sentences))
        return real(network, given_sentences, **settings)

    monkeypatch.setattr(module, "parse_sentences", watched)
    assert len(list(PARSER.parse_many((["a"] for _ in range(500)), batch=200))) == 500
    assert sizes == [64, 128, 200, 108]


def test_a_progress_bar_on_request(capsys):
    list(PARSER.parse_many([["a"]] * 3))
    assert capsys.readouterr() == ("", "")
    list(PARSER.parse_many([["a"]] * 3, progress=True))
    out, err = capsys.readouterr()
    assert out == ""
    assert "3/3" in err


def test_several_threads_at_once(monkeypatch):
    inside, most = [0], [0]
    lock = threading.Lock()
    real = module.parse_sentences

    def watched(*arguments, **settings):
        with lock:
            inside[0] += 1
            most[0] = max(most[0], inside[0])
        time.sleep(0.001)
        try:
            return real(*arguments, **settings)
        finally:
            with lock:
                inside[0] -= 1

    expected = [PARSER.parse(sentence) for sentence in sentences(40)]
    monkeypatch.setattr(module, "parse_sentences", watched)
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(PARSER.parse, sentences(40))) == expected
        assert list(pool.map(lambda sentence: next(PARSER.parse_many([sentence])), sentences(40))) == expected
    assert most == [1], "they take turns with the network"


# -- a text -------------------------------------------------------------------------------------------


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="open files cannot be counted here")
def test_a_parser_crosses_to_another_process_without_open_files():
    before = os.listdir("/proc/self/fd")
    content = ForkingPickler.dumps(PARSER)
    assert len(os.listdir("/proc/self/fd")) == len(before)
    assert pickle.loads(content).parse(ARTHUR) == PARSER.parse(ARTHUR)


CROSSING = """\
import multiprocessing, sys, rightmost

def check(parser, expected):
    sys.exit(str(parser.parse(["Arthur", "is", "King"])) != expected)

if __name__ == "__main__":
    parser = rightmost.load(sys.argv[1], device="cpu", dtype=sys.argv[3])
    expected = str(parser.parse(["Arthur", "is", "King"]))
    process = multiprocessing.get_context(sys.argv[2]).Process(target=check, args=(parser, expected))
    process.start()
    process.join()
    sys.exit(process.exitcode)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no forkserver there")
@pytest.mark.parametrize("dtype", ["float32", "int8"])
@pytest.mark.parametrize("method", ["forkserver", "spawn"])
def test_a_parser_crosses_however_processes_start(method, dtype, tmp_path):
    """The shipped one, which has more tensors than a process that starts may be given open files."""
    script = tmp_path / "crossing.py"
    script.write_text(CROSSING)
    ran = subprocess.run([sys.executable, script, "en", method, dtype], capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda parser: pickle.loads(pickle.dumps(parser))])
def test_a_copy_and_what_another_process_gets(copied, folder):
    parser = load(folder, dtype="int8")
    other = copied(parser)
    assert other.network is not parser.network
    assert copy.copy(parser) is parser
    assert (other.device, other.dtype) == (parser.device, parser.dtype)
    assert other.parse(ARTHUR) == parser.parse(ARTHUR)


def test_a_text_and_its_places():
    text = "  Mr. Arthur isn't King.\n\nA heading 😀\n\n“Ni!”\tHe left…  "
    document = PARSER.parse_text(text)
    assert document.text == text
    assert [sentence.text for sentence in document.sentences] == [
        "Mr. Arthur isn't King.", "A heading 😀", "“Ni!”", "He left…"
    ]  # fmt: skip
    for sentence in document.sentences:
        assert text[sentence.start : sentence.end] == sentence.text
        assert tuple(text[word.start : word.end] for word in sentence.words) == sentence.tree.words
        assert [word.text for word in sentence.words] == list(sentence.tree.words)
    assert document.trees[3] == PARSER.parse("He left…")
    assert PARSER.parse_text(text, beam=2).trees[0].confidence


def test_line_ends_and_sentences_of_the_caller():
    text = "Arthur is\nKing. Go"
    assert [each.text for each in PARSER.parse_text(text).sentences] == ["Arthur is\nKing.", "Go"]
    assert [each.text for each in PARSER.parse_text(text, line_ends="keep").sentences] == ["Arthur is", "King.", "Go"]
    document = PARSER.parse_text(text, boundaries=[(0, 6), (7, 18)])
    assert [each.text for each in document.sentences] == ["Arthur", "is\nKing. Go"]
    assert document.trees[1].words == ("is", "King", ".", "Go")


@pytest.mark.parametrize("text", ["", " \n\n "])
def test_an_empty_text_is_an_empty_document(text):
    assert PARSER.parse_text(text) == rightmost.Document(text, ())


def test_a_text_is_cut_as_the_model_asks():
    french = Parser(network(text="fr"), device=torch.device("cpu"), dtype="float32")
    assert french.parse("L'histoire m'a plu.").words == ("L'", "histoire", "m'", "a", "plu", ".")
    assert [tree.words for tree in french.parse_many(["Qu'est-ce ?"])] == [("Qu'", "est", "-ce", "?")]
    assert french.parse_kbest("l'eau", 1)[0].tree.words == ("l'", "eau")
    assert french.parse_text("M. X dort. Il dort.").trees[0].words == ("M.", "X", "dort", ".")
    bare = Parser(network(text="whitespace"), device=torch.device("cpu"), dtype="float32")
    assert bare.parse("L'histoire isn't.").words == ("L'histoire", "isn't.")
    assert bare.parse(["a b", "c"]).words == ("a b", "c")


def test_forms_decide_the_tags_that_a_model_chooses():
    words = ["See", "@arthur", "{", ":-)"]
    tags = ("NNP", "UH", "-LRB-", "-RRB-", "VBZ", ".", ":")
    knowing = Parser(
        network(vocabulary=Vocabulary(VOCABULARY.labels, tags)), device=torch.device("cpu"), dtype="float32"
    )
    for tree in (knowing.parse(words), knowing.parse(words, beam=2)):
        assert tree.tags[1:] == ("NNP", "-LRB-", "UH")
    assert knowing.parse(words, tags=["."] * 4).tags == (".",) * 4


# -- anything -----------------------------------------------------------------------------------------

ODD_WORDS = ["(", ")", "-LRB-", "", " ", "\n", "\x00", "\u200b", "\u202e", "שלום", "مرحبا", "😀", "👩‍👩‍👧", "\ud800",
             "None",
             "a" * 300, "``", "''", "[UNK]", "[PAD]", "<s>", "\ufeff", "e\u0301", "\t", "NP", "(S (NP"]  # fmt: skip
odd_words = st.sampled_from(ODD_WORDS) | st.text(max_size=5)
many_sentences = st.lists(st.lists(odd_words, min_size=1, max_size=9), min_size=25, max_size=30)
odd_texts = st.lists(st.sampled_from([*ODD_WORDS, " ", ". ", "\n\n", "Mr. "]) | st.text(max_size=6), max_size=15)


def assert_well_formed(tree: Tree) -> None:
    assert all(node.children for node in tree.nodes())
    root, *below = tree.spans()
    assert (root.left, root.right) == (0, len(tree.words))
    assert all(left < right for left, right, _ in below)
    again = Tree.from_string(str(tree))
    assert str(again) == str(tree)
    assert again.spans() == tree.spans()
    assert list(map(escape, again.words)) == list(map(escape, tree.words))


@settings(deadline=None, max_examples=80)  # of at least 25 sentences each
@given(many_sentences)
def test_any_words_come_back_under_a_tree(given_sentences):
    trees = list(PARSER.parse_many(given_sentences))
    assert [list(tree.words) for tree in trees] == given_sentences
    for tree in trees:
        assert_well_formed(tree)


@settings(deadline=None, max_examples=120)
@given(odd_texts.map("".join).filter(str.strip))
def test_any_text_comes_back_under_trees(text):
    document = PARSER.parse_text(text)
    characters = "".join(word.text for sentence in document.sentences for word in sentence.words)
    assert characters == "".join(text.split())
    for sentence in document.sentences:
        assert tuple(text[word.start : word.end] for word in sentence.words) == sentence.tree.words
        assert_well_formed(sentence.tree)


def test_a_very_long_word_and_a_very_long_sentence():
    word = "🏰" * 100_000
    assert PARSER.parse(["Arthur", word]).words == ("Arthur", word)
    assert PARSER.parse(f"Arthur {word}").words == ("Arthur", word)
    words = [f"w{number}" for number in range(10_000)]
    assert PARSER.parse(words).words == tuple(words)


# -- a promised look-ahead ------------------------------------------------------------------------------

short_sentences = st.lists(st.sampled_from(ARTHUR.split()), min_size=1, max_size=6)


@settings(deadline=None, max_examples=30)
@given(st.sampled_from([1, 3]), st.sampled_from([0, 1, 2, 3, 10**12, None]), st.lists(short_sentences, max_size=5))
def test_a_look_ahead_gives_the_same_trees_however_it_is_asked_for(beam, look_ahead, sentences):
    trees = [PARSER.parse(words, beam=beam, look_ahead=look_ahead) for words in sentences]
    assert list(PARSER.parse_many(sentences, beam=beam, look_ahead=look_ahead)) == trees
    scored = PARSER.score_many([[Leaf(word, "NN") for word in words] for words in sentences], look_ahead=look_ahead)
    assert all(set(each.tree.tags) == {"NN"} for each in scored)


def test_a_text_with_a_look_ahead():
    text = "Arthur is King. He isn't here!"
    document = PARSER.parse_text(text, look_ahead=1)
    assert [each.tree for each in document.sentences] == list(
        PARSER.parse_many([[word.text for word in each.words] for each in document.sentences], look_ahead=1)
    )


@pytest.mark.parametrize("wrong", [-1, 0.5, "all", True])
def test_no_look_ahead(wrong):
    for ask in (PARSER.parse, PARSER.parse_many, PARSER.score_many, PARSER.parse_text):
        with pytest.raises(BadUsage, match="give a whole number, 0 or more, or None"):
            ask(ARTHUR if ask in (PARSER.parse, PARSER.parse_text) else [ARTHUR], look_ahead=wrong)


def test_a_look_ahead_and_constraints():
    with pytest.raises(BadUsage, match="require and forbid need the whole sentence"):
        PARSER.parse(ARTHUR, look_ahead=1, require=[(0, 2, None)])
    assert PARSER.parse(ARTHUR, look_ahead=1, require=[]) == PARSER.parse(ARTHUR, look_ahead=1)


def test_an_in_order_model_has_no_look_ahead():
    in_order = Parser(network(decoder="in-order"), device=CPU, dtype="float32")
    with pytest.raises(BadUsage, match="in-order decoder reads whole sentences only"):
        in_order.parse_many([ARTHUR], look_ahead=0)
