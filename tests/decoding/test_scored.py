from __future__ import annotations

import math
import pickle
from concurrent.futures import ThreadPoolExecutor
from unittest import mock

import pytest

from model.networks import TREES, network
from rightmost.decoding.parse import parse_sentences
from rightmost.decoding.scored import Scored, with_confidence
from rightmost.decoding.tree_builder import TreeBuilder
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


def test_confidence_is_worked_out_when_asked_for():
    """The trees of the beam that are not given back are not built before; each bracket's share is of all of them."""
    made = network(seed=4)
    sentences = [tree.leaves for tree in TREES]
    with mock.patch.object(TreeBuilder, "trees", autospec=True, side_effect=TreeBuilder.trees) as built:
        best = [found[0].tree for found in parse_sentences(made, sentences, beam=4)]
        assert sum(len(call.args[3]) for call in built.call_args_list) == len(sentences)
    whole = [with_confidence(found) for found in parse_sentences(made, sentences, beam=4, k=4)]
    assert [tree.confidence for tree in best] == [found[0].tree.confidence for found in whole]
    assert best[0].confidence is best[0].confidence, "and is remembered"


def test_threads_that_ask_at_once_get_the_same():
    (found,) = parse_sentences(network(seed=4), [TREES[0].leaves], beam=4, k=2)
    with ThreadPoolExecutor(8) as threads:
        first, *others = threads.map(lambda _: [each.tree.confidence for each in found], range(50))
    assert all(other == first for other in others)


def test_confidence_travels():
    (found,) = parse_sentences(network(seed=4), [TREES[0].leaves], beam=4)
    assert pickle.loads(pickle.dumps(found[0].tree)).confidence == found[0].tree.confidence
