"""A tiny Llama, and the .gguf file that llama.cpp would make of it."""

from __future__ import annotations

from pathlib import Path

import gguf
import torch
from transformers import LlamaConfig, LlamaModel

from tool import tool

WIDTH, HEADS, PAIRS = 32, 4, 2
TOKENS = ["<|endoftext|>", "<|pad|>", "Ġ", "k", "i", "n", "g", "1", "2", "in", "ing", "Ġk", "Ġking"]
MERGES = ["i n", "in g", "Ġ k", "Ġk ing"]


def tiny_llama() -> LlamaModel:
    """Random weights that half the precision has exactly."""
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


def write_gguf(llama: LlamaModel, path: Path) -> None:
    """As llama.cpp does, with the halves of each head interleaved."""
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
    names = {there: here for here, there in tool("smollm2").NAMES.items()}
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
