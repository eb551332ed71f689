"""Sentences of the JSON that stanza (`Document.to_dict`) and CoreNLP (`outputFormat json`) write."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from rightmost.errors import BracketError, RightmostError
from rightmost.exchange.given import GivenSentence, given_sentence
from rightmost.files import opened_text
from rightmost.trees.brackets import parse_brackets, unescaped
from rightmost.trees.tree import Tree

#: What CoreNLP has in the place of a tree that it did not make.
NO_TREE = ("SENTENCE_SKIPPED_OR_UNPARSABLE", "(X (. SENTENCE_SKIPPED_OR_UNPARSABLE))")


def read_stanza(source: str | Path | TextIO) -> Iterator[GivenSentence]:
    """The sentences of a stanza document as JSON: a list of lists of words.

    Words are the syntactic ones: a token of several words is not one. XPOS are the tags. Stanza puts no trees there;
    its CoNLL-U has them (`read_conllu`).
    """
    with opened_text(source) as (stream, name):
        document = _json(stream.read(), name)
    for number, sentence in enumerate(_list(document, f"{name}: the document"), start=1):
        where = f"{name}: sentence {number}"
        tokens = [_object(token, where) for token in _list(sentence, where)]
        words = [token for token in tokens if not _is_range(token.get("id"))]
        yield given_sentence(
            [_text(word, ("text",), where) for word in words],
            [_optional(word, "xpos", where) for word in words],
            [_place(word, "start_char", "end_char") for word in words],
            None,
            where=where,
        )


def read_corenlp(source: str | Path | TextIO) -> Iterator[GivenSentence]:
    """The sentences of a CoreNLP document as JSON, with their trees where it has parsed.

    Words are as they stand in the text (`originalText`).
    """
    with opened_text(source) as (stream, name):
        document = _object(_json(stream.read(), name), name)
    for number, sentence in enumerate(_list(document.get("sentences"), f"{name}: 'sentences'"), start=1):
        where = f"{name}: sentence {number}"
        values = _object(sentence, where)
        tokens = [_object(token, where) for token in _list(values.get("tokens"), f"{where}: 'tokens'")]
        yield given_sentence(
            [_text(token, ("originalText", "word"), where) for token in tokens],
            [_optional(token, "pos", where) for token in tokens],
            [_place(token, "characterOffsetBegin", "characterOffsetEnd") for token in tokens],
            _tree(_optional(values, "parse", where), where),
            where=where,
        )


def _json(text: str, name: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise RightmostError(f"{name}:{error.lineno}:{error.colno}: not JSON: {error.msg}") from None
    except RecursionError:
        raise RightmostError(f"{name}: JSON nested too deeply; expected a document of stanza or CoreNLP") from None


def _list(value: Any, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise RightmostError(f"{where} is {_shown(value)}; expected a list")
    return value


def _object(value: Any, where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise RightmostError(f"{where}: {_shown(value)} where an object was expected")
    return value


def _text(token: dict[str, Any], keys: tuple[str, ...], where: str) -> str:
    """The first of these that there is; `word` is unescaped."""
    for key in keys:
        value = token.get(key)
        if isinstance(value, str) and value:
            return unescaped(value) if key == "word" else value
    raise RightmostError(f"{where}: {_shown(token)} has no {keys[0]!r} for a word")


def _optional(values: dict[str, Any], key: str, where: str) -> str | None:
    value = values.get(key)
    if value is not None and not isinstance(value, str):
        raise RightmostError(f"{where}: {key!r} is {_shown(value)}; expected a string")
    return value or None


def _place(token: dict[str, Any], start: str, end: str) -> tuple[int, int] | None:
    first, last = token.get(start), token.get(end)
    return (first, last) if isinstance(first, int) and isinstance(last, int) else None


def _is_range(number: Any) -> bool:
    """Whether it numbers a token of several words, or a word that is not in the text: [2, 3], "2-3"."""
    return (isinstance(number, list) and len(number) > 1) or (isinstance(number, str) and not number.isdecimal())


def _tree(text: str | None, where: str) -> Tree | None:
    if text is None or " ".join(text.split()) in NO_TREE:
        return None
    try:
        return parse_brackets(text)
    except BracketError as error:
        raise RightmostError(f"{where}: 'parse': {str(error).removeprefix('<string>:')}") from None


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."
