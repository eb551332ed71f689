"""A model folder's tokenizer, read from `tokenizer.json` alone: transformers takes two seconds to import."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tokenizers import Tokenizer

from rightmost.bounded_json import parsed_json

FILE = "tokenizer.json"
SETTINGS = "tokenizer_config.json"


class FileTokenizer:
    """As much of a Hugging Face tokenizer as `Subwords` needs, with the same names and the same results."""

    def __init__(self, tokenizer: Tokenizer, settings: Mapping[str, Any]) -> None:
        self.settings = dict(settings)
        self.padding_side: str = settings.get("padding_side", "right")
        self.pad_token_id = _number(tokenizer, settings.get("pad_token"))
        self.unk_token_id = _number(tokenizer, settings.get("unk_token"))
        self.mask_token_id = _number(tokenizer, settings.get("mask_token"))
        tokenizer.no_padding()
        tokenizer.no_truncation()
        self._tokenizer = tokenizer

    def __call__(
        self,
        text: str | Sequence[Sequence[str]],
        *,
        is_split_into_words: bool = False,
        add_special_tokens: bool = True,
        verbose: bool = True,
    ) -> dict[str, Any]:
        """The pieces' numbers, under `input_ids`: of one text, or of each list of words."""
        if isinstance(text, str):
            return {"input_ids": self._tokenizer.encode(text, add_special_tokens=add_special_tokens).ids}
        many = self._tokenizer.encode_batch(
            list(text), is_pretokenized=is_split_into_words, add_special_tokens=add_special_tokens
        )
        return {"input_ids": [each.ids for each in many]}

    def get_vocab(self) -> dict[str, int]:
        """Every piece's number."""
        vocabulary: dict[str, int] = self._tokenizer.get_vocab(with_added_tokens=True)
        return vocabulary

    def save_pretrained(self, folder: str) -> None:
        """Writes both files."""
        self._tokenizer.save(str(Path(folder) / FILE))
        written = json.dumps(self.settings, indent=2, sort_keys=True, ensure_ascii=False)
        (Path(folder) / SETTINGS).write_text(f"{written}\n", encoding="utf-8")


def tokenizer_of(content: bytes | bytearray, settings: bytes | bytearray) -> FileTokenizer:
    """The tokenizer that both files make up. ValueError if they are damaged."""
    told = checked_tokenizer_settings(parsed_json(settings))
    try:
        tokenizer = Tokenizer.from_buffer(bytes(content))
        _check_template(tokenizer)
        made = FileTokenizer(tokenizer, told)
        made([["a"], ["\U0010fffd"]], is_split_into_words=True)  # some word, and a character that no vocabulary has
    except Exception as error:  # tokenizers raises nothing more exact
        raise ValueError(str(error)) from None
    return made


def checked_tokenizer_settings(settings: Any) -> dict[str, Any]:
    """The settings of a tokenizer. ValueError if they are none, or ask for code."""
    if not isinstance(settings, dict):
        raise ValueError("the tokenizer's settings are no table")
    if settings.get("auto_map"):
        raise ValueError("the tokenizer's auto_map names code, and code of a model is never run")
    return settings


def _check_template(tokenizer: Tokenizer) -> None:
    """A template with a token that it does not define, or with a second sentence, would end in a Rust panic."""
    if tokenizer.post_processor is None:
        return
    told = json.loads(tokenizer.post_processor.__getstate__())
    for each in [told, *told.get("processors", [])]:
        for piece in each.get("single", []):
            token = piece.get("SpecialToken", {}).get("id")
            if token is not None and token not in each["special_tokens"]:
                raise ValueError(f"its template has the special token {token!r}, which it does not define")
            if piece.get("Sequence", {}).get("id", "A") != "A":
                raise ValueError("its template for one sentence has a second one")


def _number(tokenizer: Tokenizer, token: str | Mapping[str, Any] | None) -> int | None:
    if token is None:
        return None
    return tokenizer.token_to_id(token if isinstance(token, str) else token["content"])
