from __future__ import annotations

import re
from pathlib import Path
from unittest import mock

import pytest
import torch
from tokenizers import ByteLevelBPETokenizer
from transformers import AutoModel, AutoTokenizer, BertConfig, RobertaConfig, RobertaTokenizerFast, XLNetConfig
from transformers.utils import logging

from encoding.cutters import word_pieces, xlnet_like
from model.networks import config
from rightmost.encoding.pretrained import load_transformer, quiet_transformers, subwords_for, transformer_from_config
from rightmost.errors import RightmostError
from rightmost.model.build import build
from rightmost.model.vocabulary import Vocabulary


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An encoder as a folder."""
    transformer, tokenizer = load_transformer("tiny")
    with quiet_transformers():
        transformer.save_pretrained(tmp_path / "encoder")
        tokenizer.save_pretrained(tmp_path / "encoder")
    return tmp_path / "encoder"


def fails(name: Path | str, message: str) -> None:
    with pytest.raises(RightmostError, match=message) as raised:
        load_transformer(str(name))
    assert "\n" not in str(raised.value)


def test_the_tiny_encoder_reads():
    transformer, tokenizer = load_transformer("tiny")
    pieces = tokenizer("Arthur", return_tensors="pt")
    assert pieces["input_ids"].shape == (1, 8)
    with torch.no_grad():
        assert transformer(**pieces).last_hidden_state.shape == (1, 8, 32)


@pytest.mark.parametrize(
    "shape",
    [
        BertConfig(vocab_size=9, hidden_size=8, num_hidden_layers=1, num_attention_heads=2, intermediate_size=8),
        RobertaConfig(vocab_size=9, hidden_size=8, num_hidden_layers=1, num_attention_heads=2, intermediate_size=8),
        XLNetConfig(vocab_size=9, d_model=8, n_layer=1, n_head=2, d_inner=8),
    ],
)
def test_no_encoder_keeps_a_pooler(shape):
    assert [name for name, _ in transformer_from_config(shape).named_parameters() if "pooler" in name] == []


def test_an_encoder_folder(folder):
    transformer, tokenizer = load_transformer(str(folder))
    assert [name for name, _ in transformer.named_parameters() if "pooler" in name] == []
    assert tokenizer("Arthur")["input_ids"] == load_transformer("tiny")[1]("Arthur")["input_ids"]
    made = build(config(encoder=str(folder)), Vocabulary(("S",), ("NN",)))
    assert all(weight.dtype == torch.float32 for weight in made.parameters())


def test_half_precision_weights_are_read_as_float32(folder):
    with quiet_transformers():
        load_transformer("tiny")[0].half().save_pretrained(folder)
    assert load_transformer(str(folder))[0].dtype == torch.float32


def test_a_folder_that_is_not_there(tmp_path):
    missing = tmp_path / "no" / "such"
    fails(missing, f"^{re.escape(str(missing))}: no such encoder folder; give a folder, or a Hugging Face name$")


def test_a_file_in_place_of_a_folder(tmp_path):
    (tmp_path / "file").write_text("Arthur")
    fails(tmp_path / "file", "file: no such encoder folder")


def test_a_folder_without_a_config(folder):
    (folder / "config.json").unlink()
    fails(folder, f"^{re.escape(str(folder))}: not an encoder folder: it has no config.json$")


def test_a_folder_without_weights(folder):
    (folder / "model.safetensors").unlink()
    fails(folder, "encoder: an encoder folder without weights: expected model.safetensors in it$")


@pytest.mark.parametrize("written", ["{", '{"width": 3}', "[]"])
def test_a_folder_with_a_foreign_config(folder, written):
    (folder / "config.json").write_text(written)
    fails(folder, r"encoder: no encoder could be loaded from there \(.+\)$")


def test_a_folder_with_weights_cut_short(folder):
    weights = (folder / "model.safetensors").read_bytes()
    (folder / "model.safetensors").write_bytes(weights[: len(weights) // 2])
    fails(folder, r"encoder: no encoder could be loaded from there \(.+\)$")


def test_a_folder_whose_weights_do_not_fit_its_config(folder):
    text = (folder / "config.json").read_text()
    (folder / "config.json").write_text(text.replace('"hidden_size": 32', '"hidden_size": 64'))
    fails(folder, r"encoder: no encoder could be loaded from there \(.+\)$")


def test_a_folder_that_lacks_a_layer(folder):
    """transformers would make one up."""
    text = (folder / "config.json").read_text()
    (folder / "config.json").write_text(text.replace('"num_hidden_layers": 2', '"num_hidden_layers": 3'))
    fails(
        folder, r"encoder: no encoder could be loaded from there \(16 of its weights are missing, encoder.layer.2.+\)$"
    )


def test_a_folder_without_a_tokenizer(folder):
    """transformers would make an empty one, to which every word is unknown."""
    for path in folder.glob("tokenizer*"):
        path.unlink()
    fails(folder, "encoder: .*tokenizer")


def test_a_name_that_the_hub_does_not_have():
    error = OSError("no such model\nand much advice")
    with (
        mock.patch.object(AutoModel, "from_pretrained", side_effect=error),
        mock.patch.object(AutoTokenizer, "from_pretrained", side_effect=error),
    ):
        fails("knights/who-say-ni", r"^knights/who-say-ni: no encoder could be loaded from there \(no such model\)$")


def test_a_byte_level_tokenizer_is_told_that_words_begin_with_a_space(tmp_path):
    """RoBERTa saw ` King` within sentences; `King` alone is to it the inside of a word, and other pieces."""
    shape = RobertaConfig(
        vocab_size=400, hidden_size=8, num_hidden_layers=1, num_attention_heads=2, intermediate_size=8, pad_token_id=1
    )
    trained = ByteLevelBPETokenizer()
    trained.train_from_iterator(
        ["Arthur is King of the Britons"] * 9,
        vocab_size=300,
        special_tokens=["<s>", "<pad>", "</s>", "<unk>", "<mask>"],
        show_progress=False,
    )
    with quiet_transformers():
        trained.save_model(str(tmp_path))
        RobertaTokenizerFast.from_pretrained(str(tmp_path)).save_pretrained(tmp_path)
        transformer_from_config(shape).save_pretrained(tmp_path)
    transformer, tokenizer = load_transformer(str(tmp_path))
    subwords = subwords_for(transformer, tokenizer)
    pieces = [tokenizer.convert_ids_to_tokens(cut) for cut in subwords.pieces(["King", "of"])]
    assert all(cut[0].startswith("Ġ") for cut in pieces), pieces


# -- how much an encoder reads at once ----------------------------------------------------------------


def small(kind: type, **settings: int) -> BertConfig:
    sizes = {"vocab_size": 130, "hidden_size": 8, "num_hidden_layers": 1, "num_attention_heads": 2}
    return kind(**sizes, intermediate_size=8, **settings)


@pytest.mark.parametrize(
    ("shape", "tokenizer", "limit"),
    [
        (small(BertConfig, max_position_embeddings=256), word_pieces(), 256),
        (small(BertConfig, max_position_embeddings=4096), word_pieces(), 512),
        (small(RobertaConfig, max_position_embeddings=514), word_pieces(), 512),
        (small(RobertaConfig, max_position_embeddings=258), word_pieces(), 256),
        (XLNetConfig(vocab_size=130, d_model=8, n_layer=1, n_head=2, d_inner=8), xlnet_like(), 512),
    ],
)
def test_windows_are_as_long_as_the_encoder_can_read(shape, tokenizer, limit):
    transformer = transformer_from_config(shape).eval()
    subwords = subwords_for(transformer, tokenizer)
    windows = subwords.windows(["King"] * 1000)
    longest = max(windows, key=lambda window: len(window.pieces))
    assert len(longest.pieces) <= limit
    assert subwords.room == limit - 2
    with torch.no_grad():
        output = transformer(input_ids=torch.tensor([longest.pieces])).last_hidden_state
    assert output.isfinite().all()


def test_transformers_is_quiet_only_while_it_loads():
    level, bars = logging.get_verbosity(), logging.is_progress_bar_enabled()
    with quiet_transformers():
        assert logging.get_verbosity() == logging.ERROR
        assert not logging.is_progress_bar_enabled()
    assert logging.get_verbosity() == level
    assert logging.is_progress_bar_enabled() == bars


def test_a_user_s_choice_of_no_progress_bars_is_kept():
    bars = logging.is_progress_bar_enabled()
    logging.disable_progress_bar()
    try:
        with quiet_transformers():
            pass
        assert not logging.is_progress_bar_enabled()
    finally:
        if bars:
            logging.enable_progress_bar()


def test_loading_prints_nothing(folder, capfd):
    load_transformer(str(folder))
    load_transformer("tiny")
    assert capfd.readouterr() == ("", "")
