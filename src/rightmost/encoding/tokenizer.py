"""A model folder's tokenizer, read from `tokenizer.json` alone: transformers takes two seconds to import."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tokenizers import Tokenizer

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

    def save_pretrained(self, folder: str) -> None:
        """Writes both files."""
        self._tokenizer.save(str(Path(folder) / FILE))
        written = json.dumps(self.settings, indent=2, sort_keys=True, ensure_ascii=False)
        (Path(folder) / SETTINGS).write_text(f"{written}\n", encoding="utf-8")


def read_tokenizer(folder: Path) -> FileTokenizer | None:
    """The folder's tokenizer, where both of its files are there. ValueError if they are damaged."""
    if not (folder / FILE).is_file() or not (folder / SETTINGS).is_file():
        return None
    settings = json.loads((folder / SETTINGS).read_text(encoding="utf-8"))
    try:
        tokenizer = Tokenizer.from_file(str(folder / FILE))
    except Exception as error:  # tokenizers raises nothing more exact
        raise ValueError(f"{FILE}: {error}") from None
    return FileTokenizer(tokenizer, settings)


def _number(tokenizer: Tokenizer, token: str | Mapping[str, Any] | None) -> int | None:
    if token is None:
        return None
    return tokenizer.token_to_id(token if isinstance(token, str) else token["content"])
