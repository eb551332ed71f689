"""Parsed sentences as they are printed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

from rightmost.cli.terminal import Terminal
from rightmost.trees.escapes import escaped_name
from rightmost.trees.normalise import with_wrapper
from rightmost.trees.tree import Leaf, Tree

if TYPE_CHECKING:
    from rightmost.decoding.scored import Scored
    from rightmost.text.languages import CutSentence


class Format(StrEnum):
    """What a parsed sentence is printed as. `PRINTERS` has the function of each, but for svg: one picture of all."""

    bracket = "bracket"
    tree = "tree"
    json = "json"
    svg = "svg"
    conll = "conll"


def as_brackets(scored: Scored) -> str:
    """One line, under TOP."""
    return str(with_wrapper(scored.tree))


def as_json(scored: Scored, cut: CutSentence | None = None) -> str:
    """One line: words, tags, tree, spans, log_probability; after beam search confidence, a share for each span.

    A sentence of a running text has its place there, start and end, and offsets: (start, end) of each word.
    """
    tree = scored.tree
    spans = tree.spans()
    values: dict[str, object] = {
        "words": tree.words,
        "tags": tree.tags,
        "tree": str(tree),
        "spans": spans,
        "log_probability": scored.log_probability,
    }
    if cut is not None:
        values |= {"start": cut.place.start, "end": cut.place.end}
        values["offsets"] = [(word.start, word.end) for word in cut.words]
    if tree.confidence is not None:
        values["confidence"] = [tree.confidence[span] for span in spans]
    return json.dumps(values, ensure_ascii=False)


def as_conll(scored: Scored) -> str:
    """A line a word, and an empty line: its number from 0, the word, its tag, its part of the tree, between tabs."""
    return "".join([f"{number}\t{row}\n" for number, row in enumerate(_conll_rows(with_wrapper(scored.tree)))])


def _conll_rows(tree: Tree) -> Iterator[str]:
    """Each word, its tag, and its part of the tree: the brackets that open before it, a star, those that close.

    >>> list(_conll_rows(Tree.from_string("(S (NP (NNP Arthur)) (VP (VBZ is)))")))
    ['Arthur\\tNNP\\t(S(NP*)', 'is\\tVBZ\\t(VP*))']
    """
    opened = ""
    for item, change in tree.flat:
        if isinstance(item, Leaf):
            yield f"{item.word}\t{item.tag}\t{opened}*{')' * -change}"
            opened = ""
        else:
            opened += f"({escaped_name(item)}"


Printer: TypeAlias = Callable[["Scored", "CutSentence | None", Terminal], str]

#: The text of one tree. It gets the sentence's place in a running text, and the terminal that it is printed to.
PRINTERS: Mapping[Format, Printer] = {
    Format.bracket: lambda scored, cut, terminal: as_brackets(scored),
    Format.tree: lambda scored, cut, terminal: f"{terminal.drawn(scored.tree)}\n",  # an empty line after each
    Format.json: lambda scored, cut, terminal: as_json(scored, cut),
    Format.conll: lambda scored, cut, terminal: as_conll(scored),
}
