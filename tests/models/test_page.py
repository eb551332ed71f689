"""The page of sentences that the shipped English model is held to.

It was written, and committed, before that model was trained. Trees may be added; none is taken out.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import rightmost
from rightmost.trees.brackets import read_trees
from rightmost.trees.normalise import normalise
from strategies import ARTHUR
from tool import tool

PAGE = Path(__file__).parent / "en.page.txt"
CARD = Path(__file__).parents[2] / "docs" / "models" / "en.md"
FLOOR = 97.0  # F1 over the whole page, under which no model is shipped; never lowered


def test_the_page_is_whole():
    trees = list(read_trees(PAGE))
    assert len(trees) >= 66
    assert str(trees[0]) == ARTHUR
    assert len({tree.words for tree in trees}) == len(trees)
    assert [normalise(tree) for tree in trees] == trees


@pytest.fixture(scope="module")
def page():
    return tool("card").page_of(rightmost.load("en", device="cpu"), list(read_trees(PAGE)))


def test_the_shipped_model_parses_the_page(page):
    assert page.sentences >= 66
    assert page.f1 >= FLOOR


def test_the_running_example_and_its_variants_are_right(page):
    first = [tree.words for tree in read_trees(PAGE)][:4]
    assert [miss.gold.words for miss in page.misses if miss.gold.words in first] == []


@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "int8"])
def test_the_running_example_and_its_variants_are_right_to_the_tags(dtype):
    parser = rightmost.load("en", device="cpu", dtype=dtype)
    for tree in list(read_trees(PAGE))[:4]:
        assert str(parser.parse(tree.words)) == str(tree)
    assert str(parser.parse("Arthur is King of the Britons")) == ARTHUR


def test_the_card_lists_exactly_the_sentences_it_misses(page):
    """If not: python recipe/en/card.py en --page tests/models/en.page.txt --into docs/models/en.md"""
    card = tool("card")
    listed, missed = (
        [line for line in part.splitlines() if line.startswith("- ")]
        for part in (card.between_markers(CARD.read_text(encoding="utf-8")), card.misses(page))
    )
    assert listed == missed
