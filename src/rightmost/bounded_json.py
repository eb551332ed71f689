"""JSON from a file that may be hostile: limited depth, and finite numbers only."""

from __future__ import annotations

import json
from typing import Any

MOST_DEEP = 100
MOST_DIGITS = 100  # in a whole number; transformers writes 10 ** 30 where it means that there is no limit


def parsed_json(content: str | bytes | bytearray) -> Any:
    """The value of the JSON text. ValueError, in one line, if it is not JSON or exceeds the limits."""
    try:
        text = content if isinstance(content, str) else content.decode("utf-8")
        value = json.loads(text, parse_int=_whole)
    except RecursionError:
        raise _too_deep() from None
    except UnicodeDecodeError:
        raise ValueError("not UTF-8 text") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"not JSON: {error}") from None
    _check_depth(value)
    if "\\ud" in text or "\\uD" in text:  # half of a pair, which can stand in JSON and in no file of text
        try:
            json.dumps(value, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            raise ValueError("a text in it is not Unicode") from None
    return value


def _whole(digits: str) -> int:
    if len(digits.lstrip("-")) > MOST_DIGITS:
        raise ValueError(f"a whole number of {len(digits.lstrip('-'))} digits; {MOST_DIGITS} are the most")
    return int(digits)


def _check_depth(value: Any) -> None:
    level = [value]
    for _ in range(MOST_DEEP):
        level = [
            inner
            for each in level
            if isinstance(each, (dict, list))
            for inner in (each.values() if isinstance(each, dict) else each)
        ]
        if not level:
            return
    raise _too_deep()


def _too_deep() -> ValueError:
    return ValueError(f"more than {MOST_DEEP} brackets deep")
