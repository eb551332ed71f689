"""A tokenizer read without transformers cuts as with it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import ByteLevelBPETokenizer
from transformers import AutoTokenizer, PreTrainedTokenizerBase, RobertaTokenizerFast

from encoding.cutters import characters, word_pieces, xlnet_like
from rightmost.encoding.pretrained import quiet_transformers
from rightmost.encoding.subwords import Subwords
from rightmost.encoding.tokenizer import FileTokenizer, read_tokenizer


def byte_level(folder: Path) -> PreTrainedTokenizerBase:
    """RoBERTa's kind."""
    trained = ByteLevelBPETokenizer()
    special = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
    text = ["Arthur is King of the Britons"] * 9
    trained.train_from_iterator(text, vocab_size=300, special_tokens=special, show_progress=False)
    trained.save_model(str(folder))
    return RobertaTokenizerFast.from_pretrained(str(folder), add_prefix_space=True)


KINDS: dict[str, Callable[[Path], PreTrainedTokenizerBase]] = {
    "characters": lambda folder: characters(),
    "word pieces": lambda folder: word_pieces(),
    "xlnet": lambda folder: xlnet_like(),
    "byte level": byte_level,
}
Pair = tuple[PreTrainedTokenizerBase, FileTokenizer]


@pytest.fixture(scope="module", params=sorted(KINDS))
def pair(request, tmp_path_factory) -> Pair:
    """Theirs and ours, from the same folder."""
    folder = tmp_path_factory.mktemp("tokenizer")
    with quiet_transformers():
        KINDS[request.param](folder).save_pretrained(folder)
        theirs = AutoTokenizer.from_pretrained(str(folder))
    ours = read_tokenizer(folder)
    assert ours is not None
    return theirs, ours


def test_special_pieces_and_padding(pair):
    theirs, ours = pair
    for name in ("pad_token_id", "unk_token_id", "mask_token_id", "padding_side"):
        assert getattr(ours, name) == getattr(theirs, name), name
    one, other = Subwords(theirs, limit=128), Subwords(ours, limit=128)
    for name in ("pad", "mask", "special", "pads_left", "prefix", "suffix", "room"):
        assert getattr(one, name) == getattr(other, name), name


@given(st.lists(st.text(max_size=9) | st.sampled_from(["King", "[SEP]", "<s>", "of the", ""]), min_size=1))
@settings(deadline=None, max_examples=150)
def test_pieces(pair, words):
    theirs, ours = (Subwords(each, limit=128) for each in pair)
    assert ours.pieces(words) == theirs.pieces(words)
    assert ours.windows(words) == theirs.windows(words)


def test_a_sentence_as_text(pair):
    theirs, ours = pair
    for special in (False, True):
        text = "King of the Britons"
        expected = theirs(text, add_special_tokens=special)["input_ids"]
        assert ours(text, add_special_tokens=special) == {"input_ids": expected}


def test_written_and_read_again(pair, tmp_path):
    _, ours = pair
    ours.save_pretrained(str(tmp_path))
    again = read_tokenizer(tmp_path)
    assert again is not None
    assert (again.settings, again.padding_side) == (ours.settings, ours.padding_side)
    words = [["King"], ["of"]]
    assert again(words, is_split_into_words=True) == ours(words, is_split_into_words=True)
    with quiet_transformers():
        theirs = AutoTokenizer.from_pretrained(str(tmp_path))
    assert theirs(words, is_split_into_words=True)["input_ids"] == ours(words, is_split_into_words=True)["input_ids"]


@pytest.mark.parametrize("name", ["tokenizer.json", "tokenizer_config.json"])
def test_a_folder_without_one_of_the_files(tmp_path, name):
    with quiet_transformers():
        characters().save_pretrained(tmp_path)
    (tmp_path / name).unlink()
    assert read_tokenizer(tmp_path) is None


def test_a_tokenizer_that_is_none(tmp_path):
    (tmp_path / "tokenizer_config.json").write_text("{}")
    (tmp_path / "tokenizer.json").write_text('{"model": 3}')
    with pytest.raises(ValueError, match=r"^tokenizer\.json: "):
        read_tokenizer(tmp_path)


def test_tokens_may_be_written_with_their_settings(tmp_path):
    with quiet_transformers():
        characters().save_pretrained(tmp_path)
    path = tmp_path / "tokenizer_config.json"
    path.write_text(json.dumps({"pad_token": {"content": "[PAD]", "lstrip": False}, "unk_token": "[UNK]"}))
    read = read_tokenizer(tmp_path)
    assert read is not None
    assert (read.pad_token_id, read.unk_token_id, read.padding_side) == (0, 1, "right")
