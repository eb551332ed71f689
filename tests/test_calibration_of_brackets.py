from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration_of_brackets import Claim, claims, reliability
from rightmost.errors import MismatchedTrees, RightmostError
from rightmost.trees.tree import Tree

GOLD = Tree.from_string("(S (NP (NNP Arthur)) (VP (VBZ is) (NP (NN King))))")
some_claims = st.lists(st.builds(Claim, st.floats(0, 1), st.booleans()))


def sure(text: str, share: float) -> Tree:
    tree = Tree.from_string(text)
    return Tree.from_flat(tree.flat, confidence=dict.fromkeys(tree.spans(), share))


def test_a_claim_a_bracket():
    predicted = sure("(S (NP (NNP Arthur)) (VP (VBZ is) (ADJP (NN King))))", 0.7)
    assert list(claims(GOLD, predicted)) == [Claim(0.7, True)] * 3 + [Claim(0.7, False)]
    twice = sure("(S (NP (NP (NNP Arthur))) (VP (VBZ is)) (NP (NN King)))", 0.5)
    assert [claim.right for claim in claims(GOLD, twice)] == [True, True, False, True], "a bracket said twice is one"


def test_trees_that_cannot_be_compared():
    with pytest.raises(RightmostError, match="a tree without confidence; parse with a beam of 2 or more"):
        list(claims(GOLD, GOLD))
    with pytest.raises(MismatchedTrees, match="trees over different words: "):
        list(claims(GOLD, sure("(NP (NNP Arthur))", 0.5)))


def test_bins():
    made = [Claim(0.0, False), Claim(0.1, True), Claim(0.9, True), Claim(0.95, False), Claim(1.0, True)]
    found = reliability(made)
    assert [each.count for each in found.bins] == [1, 1, 0, 0, 0, 0, 0, 0, 0, 3]
    assert found.bins[9].claimed == pytest.approx(0.95)
    assert found.bins[9].right == pytest.approx(2 / 3)
    assert found.error == pytest.approx((0.0 + 0.9 + 3 * (0.95 - 2 / 3)) / 5)


@given(some_claims, st.integers(1, 20))
def test_every_claim_is_in_the_bin_of_its_confidence(made, bins):
    found = reliability(made, bins=bins)
    assert len(found.bins) == bins
    assert found.count == len(made)
    assert sum(each.count * each.right for each in found.bins) == pytest.approx(sum(claim.right for claim in made))
    assert 0.0 <= found.error <= 1.0
    for each in found.bins:
        if each.count:
            assert each.low - 1e-9 <= each.claimed <= each.high + 1e-9


def test_a_parser_that_is_as_sure_as_it_is_right_makes_no_error():
    made = [Claim(0.75, number % 4 != 0) for number in range(400)]
    assert reliability(made).error == 0.0
    assert reliability([Claim(1.0, True)] * 9).error == 0.0
    assert reliability([]).error == 0.0
