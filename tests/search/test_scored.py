from __future__ import annotations

import math

import pytest

from model.networks import TREES, network
from rightmost.search.parse import parse_sentences
from rightmost.search.scored import Scored, with_confidence
from rightmost.trees.tree import Tree


def test_confidence_is_the_share_of_the_beam():
    trees = [Tree.from_string(text) for text in ("(S (NP (X a)) (X b))", "(S (X a) (X b))", "(NP (X a) (X b))")]
    scored = with_confidence([Scored(tree, math.log(share)) for tree, share in zip(trees, (0.4, 0.1, 0.3))])
    assert scored[0].tree.confidence == {(0, 2, "S"): pytest.approx(0.625), (0, 1, "NP"): pytest.approx(0.5)}
    assert scored[2].tree.confidence == {(0, 2, "NP"): pytest.approx(0.375)}
    assert [each.tree for each in scored] == trees


def test_trees_of_a_beam_carry_their_confidence():
    made = network(seed=4)
    for found, tree in zip(parse_sentences(made, [tree.leaves for tree in TREES], beam=4, k=2), TREES):
        assert len(found) == 2
        assert found[0].log_probability >= found[1].log_probability
        for scored in found:
            assert scored.tree.words == tree.words
            assert set(scored.tree.confidence) == set(scored.tree.spans())
            assert all(0 < share <= 1 + 1e-9 for share in scored.tree.confidence.values())
    assert parse_sentences(made, [TREES[0].leaves])[0][0].tree.confidence is None
