from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings

from rightmost.cli.formats import as_json
from rightmost.decoding.scored import Scored
from rightmost.errors import RightmostError
from rightmost.exchange.tree_json import TreeRecord, from_json, to_json
from rightmost.trees.tree import Tree
from strategies import ARTHUR, trees

SCHEMA = Path(__file__).parents[2] / "docs/schema/tree.json"


def test_the_published_schema_is_what_is_read_and_written():
    """To write it again: python -c "from rightmost.exchange.tree_json import *; ..." prints `model_json_schema()`."""
    assert json.loads(SCHEMA.read_text(encoding="utf-8")) == {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **TreeRecord.model_json_schema(),
    }


@settings(deadline=None)
@given(trees())
def test_there_and_back(tree):
    line = to_json(tree)
    assert "\n" not in line
    assert from_json(line) == tree
    assert from_json(as_json(Scored(tree, -1.5))) == tree, "what rightmost parse prints"


def test_confidence_comes_along():
    tree = Tree.from_string(ARTHUR)
    sure = Tree(tree.label, tree.children, confidence=dict.fromkeys(tree.spans(), 0.5))
    assert from_json(to_json(sure)).confidence == sure.confidence


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"words": []}, "words: List should have at least 1 item"),
        ({"words": ["a", 5]}, "words.1: Input should be a valid string"),
        ({"tags": ["DT"]}, "1 tags for 2 words"),
        ({"spans": [[0, 1, "NP"]]}, r"the first span is \[0, 1, 'NP'\]; expected one over all words"),
        ({"spans": [[0, 2, "NP"], [1, 3, "X"]]}, "spans that are no tree; expected nested ones, parents first"),
        ({"spans": [[0, 2, "NP"], [1, 1, "X"]]}, "spans that are no tree"),
        ({"spans": [[0, 2, "NP"], [-1, 1, "X"]]}, "spans that are no tree"),
        ({"spans": [[0, 2, "NP"], [1, 2, "X"], [0, 1, "Y"]]}, "spans that are no tree"),
        ({"spans": [[0, 2, "NP"], [0, 1]]}, "spans.1.2: Field required"),
        ({"spans": None}, "spans: Input should be a valid"),
        ({"confidence": [0.5, 0.5]}, "2 confidences for 1 spans"),
    ],
)
def test_what_is_no_tree(change, message):
    values = {"words": ["a", "king"], "tags": ["DT", "NN"], "spans": [[0, 2, "NP"]]}
    assert from_json(json.dumps(values)) == Tree.from_string("(NP (DT a) (NN king))")
    with pytest.raises(RightmostError, match=f"JSON of a tree: .*{message}") as raised:
        from_json(json.dumps({**values, **change}))
    assert "\n" not in str(raised.value)


def test_what_is_no_json():
    with pytest.raises(RightmostError, match=r"JSON of a tree: the line: Invalid JSON.*docs/schema/tree.json"):
        from_json("{")


def test_crossing_spans():
    values = {"words": ["a", "b", "c"], "tags": ["A", "B", "C"], "spans": [[0, 3, "S"], [0, 2, "X"], [1, 3, "Y"]]}
    with pytest.raises(RightmostError, match="spans that are no tree"):
        from_json(json.dumps(values))
