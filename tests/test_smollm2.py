"""tools/smollm2.py, which makes an encoder of a causal model."""

from __future__ import annotations

import sys

import gguf
import pytest
import torch
from transformers import LlamaConfig, LlamaModel

from rightmost.model.pretrained import load_transformer, subwords_for
from rightmost.outcome import run
from tool import tool

smollm2 = tool("smollm2")

WIDTH, HEADS, PAIRS = 32, 4, 2
TOKENS = ["<|endoftext|>", "<|pad|>", "Ġ", "k", "i", "n", "g", "1", "2", "in", "ing", "Ġk", "Ġking"]
MERGES = ["i n", "in g", "Ġ k", "Ġk ing"]


@pytest.fixture
def llama() -> LlamaModel:
    torch.manual_seed(1)
    config = LlamaConfig(
        vocab_size=len(TOKENS),
        hidden_size=WIDTH,
        intermediate_size=48,
        num_hidden_layers=2,
        num_attention_heads=HEADS,
        num_key_value_heads=PAIRS,
        rms_norm_eps=1e-5,
        rope_parameters={"rope_type": "default", "rope_theta": 100000.0},
    )
    model = LlamaModel(config).eval()
    for weight in model.parameters():
        torch.nn.init.normal_(weight, std=0.3)
        weight.data = weight.data.half().float()
    return model


@pytest.fixture
def file(llama, tmp_path):
    """The model as llama.cpp writes it, with the halves of each head interleaved."""
    path = tmp_path / "model.gguf"
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_block_count(2)
    writer.add_context_length(512)
    writer.add_embedding_length(WIDTH)
    writer.add_feed_forward_length(48)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(PAIRS)
    writer.add_rope_freq_base(100000.0)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_vocab_size(len(TOKENS))
    writer.add_tokenizer_model("gpt2")
    writer.add_token_list(TOKENS)
    writer.add_token_types([3, 3] + [1] * (len(TOKENS) - 2))
    writer.add_token_merges(MERGES)
    writer.add_pad_token_id(1)
    names = {there: here for here, there in smollm2.NAMES.items()}
    for name, weight in llama.state_dict().items():
        match name.split("."):
            case ["layers", layer, *part, "weight"]:
                here = names[".".join(part)]
                if here in ("attn_q", "attn_k"):
                    heads = HEADS if here == "attn_q" else PAIRS
                    weight = weight.view(heads, 2, -1, WIDTH).transpose(1, 2).reshape(weight.shape)
                writer.add_tensor(f"blk.{layer}.{here}.weight", weight.numpy())
            case ["embed_tokens", _]:
                writer.add_tensor("token_embd.weight", weight.numpy())
            case ["norm", _]:
                writer.add_tensor("output_norm.weight", weight.numpy())
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


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
