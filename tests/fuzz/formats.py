"""Any text is parsed, and comes back whole in every output format."""

from __future__ import annotations

import json
from functools import cache
from xml.etree import ElementTree

import torch
from hypothesis import strategies as st

from fuzz.target import Target
from fuzz.texts import of_pieces
from model.networks import network
from rightmost.cli.formats import as_brackets, as_conll, as_json
from rightmost.drawing.svg import svg, svg_page
from rightmost.parser import Parser
from rightmost.trees.brackets import parse_brackets

PIECES = [
    "Arthur",
    " ",
    "is",
    "King",
    ".",
    "\n",
    "\n\n",
    "(",
    ")",
    "-LRB-",
    "``",
    "''",
    "Mr. ",
    "[CLS]",
    "a" * 1200,
    "&",
    "<",
]


@cache
def parser() -> Parser:
    return Parser(network(), device=torch.device("cpu"), dtype="float32")


def check(text: str, words: list[str]) -> None:
    if text.strip():
        document = parser().parse_text(text)
        for sentence in document.sentences:
            assert text[sentence.start : sentence.end] == sentence.text
            assert all(text[word.start : word.end] == word.text for word in sentence.words)
    (scored,) = parser().score_many([words])
    tree = scored.tree
    assert list(tree.words) == words
    assert "\n" not in as_brackets(scored)
    read = parse_brackets(as_brackets(scored))
    assert len(read.words) == len(words)
    assert "\n" not in as_json(scored)
    assert json.loads(as_json(scored))["words"] == words
    if not any(space in "".join(words) for space in "\t\n"):
        assert len(as_conll(scored).split("\n")) == len(words) + 1
    for picture in (svg(tree), svg_page([tree, tree])):
        ElementTree.fromstring(picture)
    for outline in (False, True):
        assert tree.draw(width=80, outline=outline)


texts = of_pieces(PIECES)
TARGET = Target(
    check, {"text": texts, "words": st.lists(of_pieces(PIECES, most=3), min_size=1, max_size=8)}, cases=2500
)
