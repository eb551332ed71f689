"""A tokenizer read without transformers cuts as with it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import ByteLevelBPETokenizer
from transformers import AutoTokenizer, PreTrainedTokenizerBase, RobertaTokenizerFast

from encoding.cutters import characters, word_pieces, xlnet_like
from rightmost.encoding.pretrained import quiet_transformers
from rightmost.encoding.subwords import Subwords
from rightmost.encoding.tokenizer import FILE, SETTINGS, FileTokenizer, checked_tokenizer_settings, tokenizer_of


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


def read_from(folder: Path) -> FileTokenizer:
    return tokenizer_of((folder / FILE).read_bytes(), (folder / SETTINGS).read_bytes())


Pair = tuple[PreTrainedTokenizerBase, FileTokenizer]


@pytest.fixture(scope="module", params=sorted(KINDS))
def pair(request, tmp_path_factory) -> Pair:
    """Theirs and ours, from the same folder."""
    folder = tmp_path_factory.mktemp("tokenizer")
    with quiet_transformers():
        KINDS[request.param](folder).save_pretrained(folder)
        theirs = AutoTokenizer.from_pretrained(str(folder))
    return theirs, read_from(folder)


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
    again = read_from(tmp_path)
    assert (again.settings, again.padding_side) == (ours.settings, ours.padding_side)
    words = [["King"], ["of"]]
    assert again(words, is_split_into_words=True) == ours(words, is_split_into_words=True)
    with quiet_transformers():
        theirs = AutoTokenizer.from_pretrained(str(tmp_path))
    assert theirs(words, is_split_into_words=True)["input_ids"] == ours(words, is_split_into_words=True)["input_ids"]


def test_all_pieces_have_numbers(pair):
    theirs, ours = pair
    assert ours.get_vocab() == theirs.get_vocab()


# -- damaged or hostile -----------------------------------------------------------------------------


def written(folder: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """A tokenizer's two files as JSON has them."""
    with quiet_transformers():
        characters().save_pretrained(folder)
    return json.loads((folder / FILE).read_text("utf-8")), json.loads((folder / SETTINGS).read_text("utf-8"))


def refused(told: object, settings: object, message: str) -> None:
    with pytest.raises(ValueError, match=message) as raised:
        tokenizer_of(json.dumps(told).encode(), json.dumps(settings).encode())
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("told", [{"model": 3}, {}, [], 3, None])
def test_a_tokenizer_that_is_none(told):
    refused(told, {}, ".")


@pytest.mark.parametrize("settings", [[], 3, None, "auto_map"])
def test_settings_that_are_none(tmp_path, settings):
    refused(written(tmp_path)[0], settings, "^the tokenizer's settings are no table$")


def test_code_of_its_own_is_refused(tmp_path):
    told, settings = written(tmp_path)
    settings["auto_map"] = {"AutoTokenizer": ["evil.Evil", None]}
    refused(told, settings, "^the tokenizer's auto_map names code, and code of a model is never run$")
    assert checked_tokenizer_settings({"auto_map": {}}) == {"auto_map": {}}


def test_a_special_token_that_its_template_does_not_define(tmp_path, capfd):
    told, settings = written(tmp_path)
    defined = told["post_processor"]["special_tokens"]
    defined["[CLX]"] = defined.pop("[CLS]")
    message = r"^its template has the special token '\[CLS\]', which it does not define$"
    refused(told, settings, message)
    told["post_processor"] = {"type": "Sequence", "processors": [told["post_processor"]]}
    refused(told, settings, message)
    assert capfd.readouterr().err == "", "no Rust panic"


def test_a_template_with_a_second_sentence(tmp_path, capfd):
    told, settings = written(tmp_path)
    told["post_processor"]["single"] = [{"Sequence": {"id": "B", "type_id": 0}}]
    refused(told, settings, "^its template for one sentence has a second one$")
    assert capfd.readouterr().err == "", "no Rust panic"


def test_a_tokenizer_that_cannot_cut_a_strange_word(tmp_path):
    told, settings = written(tmp_path)
    told["model"]["unk_token"] = "[NONE]"
    refused(told, settings, ".")


def test_tokens_may_be_written_with_their_settings(tmp_path):
    with quiet_transformers():
        characters().save_pretrained(tmp_path)
    path = tmp_path / "tokenizer_config.json"
    path.write_text(json.dumps({"pad_token": {"content": "[PAD]", "lstrip": False}, "unk_token": "[UNK]"}))
    read = read_from(tmp_path)
    assert (read.pad_token_id, read.unk_token_id, read.padding_side) == (0, 1, "right")
