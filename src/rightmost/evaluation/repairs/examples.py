"""Single errors shown in their sentences, the words concerned marked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rightmost.evaluation.repairs.analysis import Analysis, Error
from rightmost.evaluation.repairs.category import Category
from rightmost.trees.brackets import escape
from rightmost.trees.tree import Span

_LONGEST = 8  # words of a bracket that are written out


def examples(analyses: Mapping[str, Analysis], *, most: int) -> str:
    """Of each system, by name, the first errors of each category that it has, so many at most."""
    lines: list[str] = []
    for name, analysis in analyses.items():
        for category, errors in examples_by_category(analysis, most=most).items():
            lines += ["", f"{category.value} in {name}"]
            for error in errors:
                lines += [f"  {line}" for line in _lines(error)]
    return "".join(f"{line}\n" for line in lines)


def examples_by_category(analysis: Analysis, *, most: int) -> dict[Category, list[Error]]:
    """The first errors of each category that has any, so many at most."""
    found: dict[Category, list[Error]] = {category: [] for category in Category}
    for error in analysis.errors:
        if len(found[error.repair.category]) < most:
            found[error.repair.category].append(error)
    return {category: errors for category, errors in found.items() if errors}


def example_values(error: Error) -> dict[str, Any]:
    """The error as plain values; its words are those of `words[left:right]`."""
    repair = error.repair
    marked = error.words_at(repair.left, repair.right)
    return {
        "category": repair.category.value,
        "sentence": error.number,
        "change": str(repair.change),
        "words": list(error.words),
        "left": marked.start,
        "right": marked.stop,
        "missing": [_value(span, error) for span in repair.missing],
        "extra": [_value(span, error) for span in repair.extra],
    }


def marked_words(error: Error) -> str:
    """The sentence with the words concerned in square brackets."""
    words = [_written(word) for word in error.words]
    marked = error.words_at(error.repair.left, error.repair.right)
    inside = f"[{' '.join(words[marked.start : marked.stop])}]"
    return " ".join([*words[: marked.start], inside, *words[marked.stop :]])


def _lines(error: Error) -> list[str]:
    repair = error.repair
    brackets = "1 bracket" if repair.brackets == 1 else f"{repair.brackets} brackets"
    lines = [f"sentence {error.number}, {brackets}: {repair.change}", f"  {marked_words(error)}"]
    for name, spans in (("missing", repair.missing), ("extra", repair.extra)):
        if spans:
            lines.append(f"  {name}: {', '.join(_shown(span, error) for span in spans)}")
    return lines


def _shown(span: Span, error: Error) -> str:
    place = error.words_at(span.left, span.right)
    words = [_written(word) for word in error.words[place.start : place.stop]]
    if len(words) > _LONGEST:
        words[_LONGEST // 2 : -_LONGEST // 2] = ["..."]
    return f"({span.label} {' '.join(words)})"


def _value(span: Span, error: Error) -> list[int | str]:
    place = error.words_at(span.left, span.right)
    return [place.start, place.stop, span.label]


def _written(word: str) -> str:
    """The word on one line."""
    return word if word.split() == [word] else escape(word)
