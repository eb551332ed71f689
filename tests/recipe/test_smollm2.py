"""recipe/en/smollm2.py, which makes an encoder of a causal model."""

from __future__ import annotations

import sys

import gguf
import pytest
import torch

from llama import tiny_llama, write_gguf
from rightmost.encoding.pretrained import load_transformer, subwords_for
from rightmost.outcome import run
from tool import tool

smollm2 = tool("smollm2")


@pytest.fixture
def llama():
    return tiny_llama()


@pytest.fixture
def file(llama, tmp_path):
    write_gguf(llama, tmp_path / "model.gguf")
    return tmp_path / "model.gguf"


def test_it_computes_what_the_causal_model_does_where_nothing_follows(llama, file, tmp_path):
    smollm2.convert(file, tmp_path / "encoder", layers=1)
    encoder, _ = load_transformer(str(tmp_path / "encoder"))
    del llama.layers[1:]
    pieces = torch.tensor([[0, 12, 2, 7, 8, 0]])
    with torch.inference_mode():
        both_ways = encoder.eval()(input_ids=pieces).last_hidden_state
        forwards = llama(input_ids=pieces).last_hidden_state
    torch.testing.assert_close(both_ways[:, -1], forwards[:, -1], atol=1e-4, rtol=1e-4)
    assert not torch.allclose(both_ways[:, 0], forwards[:, 0], atol=1e-2)


def test_words_are_cut_as_behind_a_space(file, tmp_path):
    smollm2.convert(file, tmp_path / "encoder", layers=None)
    encoder, tokenizer = load_transformer(str(tmp_path / "encoder"))
    assert encoder.config.num_hidden_layers == 2
    subwords = subwords_for(encoder, tokenizer)
    assert subwords.pieces(["king", "12"]) == [(12,), (2, 7, 8)]
    assert (subwords.prefix, subwords.suffix, subwords.pad) == ((0,), (0,), 1)


@pytest.fixture
def refused(tmp_path, monkeypatch, capsys):
    """What the script says of its arguments, and its exit code."""

    def refused(*arguments: str) -> tuple[str, int]:
        monkeypatch.setattr(sys, "argv", ["smollm2", *arguments, str(tmp_path / "encoder")])
        with pytest.raises(SystemExit) as stopped:
            run(smollm2.main)
        assert not (tmp_path / "encoder").exists()
        return capsys.readouterr().err, stopped.value.code

    return refused


def test_a_file_of_another_kind_is_refused(tmp_path, refused):
    (tmp_path / "trees").write_text("(NP (NN king))\n" * 10)
    said, code = refused(str(tmp_path / "trees"))
    assert code == 1
    assert "trees: no .gguf file that could be read" in said


def test_a_model_of_another_kind_is_refused(tmp_path, refused):
    writer = gguf.GGUFWriter(tmp_path / "model.gguf", "mamba")
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    said, code = refused(str(tmp_path / "model.gguf"))
    assert code == 1
    assert "of the kind mamba; only llama" in said


@pytest.mark.parametrize("layers", ["0", "3"])
def test_layers_that_it_does_not_have_are_refused(file, refused, layers):
    said, code = refused(str(file), "--layers", layers)
    assert code == 2
    assert "the model has 1 to 2" in said
