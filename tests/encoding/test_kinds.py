from __future__ import annotations

import re
from typing import Any

import pytest
import torch
from huggingface_hub import constants
from transformers import AutoConfig, AutoModel
from transformers.models.auto.configuration_auto import CONFIG_MAPPING

from rightmost.encoding.kinds import KINDS, checked_settings, offline
from rightmost.encoding.pretrained import transformer_from_settings, try_out

HERE = sorted(kind for kind in KINDS if kind in CONFIG_MAPPING)  # some are of older or newer versions
WIDTH: dict[str, Any] = {"vocab_size": 130, "intermediate_size": 64, "max_position_embeddings": 128, "pad_token_id": 0}
BERT_LIKE = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4}
GPT_LIKE = {"n_embd": 32, "n_layer": 2, "n_head": 4}
XLM_LIKE = {"emb_dim": 32, "n_layers": 2, "n_heads": 4}
SHAPES: dict[str, dict[str, Any]] = {
    "distilbert": {"dim": 32, "n_layers": 2, "n_heads": 4, "hidden_dim": 64},
    "gpt2": GPT_LIKE,
    "xlm": XLM_LIKE,
    "flaubert": XLM_LIKE,
    "modernbert": {**BERT_LIKE, "cls_token_id": 1, "sep_token_id": 2, "bos_token_id": 1, "eos_token_id": 2},
    **{
        kind: {**BERT_LIKE, "num_key_value_heads": 2, "head_dim": 8, "bos_token_id": 1, "eos_token_id": 2}
        for kind in ("llama", "mistral", "qwen2", "qwen3", "smollm3", "eurobert")
    },
}


def settings_of(kind: str) -> dict[str, Any]:
    """A small encoder of that kind, as a model folder has it."""
    if kind == "xlnet":
        shape: dict[str, Any] = {"vocab_size": 130, "d_model": 32, "n_layer": 2, "n_head": 4, "d_inner": 64}
    else:
        shape = {**WIDTH, **SHAPES.get(kind, BERT_LIKE)}
    return {**AutoConfig.for_model(kind, **shape).to_dict(), "model_type": kind}


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # transformers' own
@pytest.mark.parametrize("kind", HERE)
def test_each_kind_gives_a_feature_for_each_piece(kind):
    settings = checked_settings(settings_of(kind))
    transformer = transformer_from_settings(settings)
    try_out(transformer)
    with torch.device("meta"):  # as a folder is read first
        same = transformer_from_settings(settings)
    assert same.state_dict().keys() == transformer.state_dict().keys()


@pytest.mark.parametrize("kind", HERE)
def test_each_kind_s_own_settings_are_allowed(kind):
    assert checked_settings(settings_of(kind))["model_type"] == kind


def test_the_kinds_that_we_use_are_known():
    assert {"bert", "roberta", "xlnet", "eurobert"} <= set(HERE)


@pytest.mark.parametrize("kind", [None, 7, "", "detr", "aimv2_text_model", "encoder-decoder", ["bert"], "BERT"])
def test_other_kinds(kind):
    with pytest.raises(ValueError, match=r"^the encoder's model_type is .+; allowed: albert, bert, "):
        checked_settings({"model_type": kind})


@pytest.mark.parametrize("settings", [None, [], "bert", 3])
def test_settings_that_are_none(settings):
    with pytest.raises(ValueError, match=r"^the encoder's settings are no table$"):
        checked_settings(settings)


@pytest.mark.parametrize(
    ("setting", "value", "message"),
    [
        ("auto_map", {"AutoModel": "evil.Evil"}, "auto_map names code, and code of a model is never run"),
        ("quantization_config", {"a": 1}, "quantization_config names code, and code of a model is never run"),
        ("attn_implementation", "org/kernel", "attn_implementation is 'org/kernel'; allowed: eager, sdpa"),
        ("num_hidden_layers", 201, "num_hidden_layers is 201; 200 is the most"),
        ("hidden_size", 10**8 + 1, "hidden_size is 100000001; 100,000,000 is the most"),
        ("layers", [1, [2, {"a": 10**9}]], "layers is 1000000000; 200 is the most"),
        ("layer_norm_eps", float("nan"), "layer_norm_eps is nan; 100,000,000 is the most"),
        ("rope", {"theta": float("inf")}, "rope is inf; 100,000,000 is the most"),
    ],
)
def test_settings_that_go_too_far(setting, value, message):
    with pytest.raises(ValueError, match=f"^the encoder's {re.escape(message)}$"):
        checked_settings({"model_type": "bert", setting: value})


def test_what_shapes_no_encoder_is_left_out():
    given = {
        "model_type": "bert",
        "num_labels": 10**9 // 1000,
        "id2label": {"0": "a"},
        "_name_or_path": "org/repo",
        "_attn_implementation": "org/kernel",
        "auto_map": {},
        "torch_dtype": "bfloat16",
        "hidden_size": 32,
    }
    assert checked_settings(given) == {"model_type": "bert", "torch_dtype": "float32", "hidden_size": 32}


def test_offline_ends_with_the_block(monkeypatch):
    for before in (False, True):
        monkeypatch.setattr(constants, "HF_HUB_OFFLINE", before)
        with pytest.raises(OSError, match=r"."), offline():
            assert constants.HF_HUB_OFFLINE
            AutoModel.from_pretrained("knights/who-say-ni")
        assert constants.HF_HUB_OFFLINE is before
