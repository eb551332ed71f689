from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightmost.errors import BadUsage
from rightmost.evaluation.breakdown import KEYS, Breakdown, Group, break_down, keys_from
from rightmost.evaluation.evalb import evaluate
from rightmost.evaluation.parameters import COLLINS, Parameters
from rightmost.trees.tree import Leaf, Tree
from strategies import ARTHUR, messy_trees

GOLD = Tree.from_string(ARTHUR)
#: The PP hangs from the VP, one word further back.
PREDICTED = Tree.from_string(
    "(S (NP (NNP Arthur)) (VP (VBZ is) (NP (NN King)) (PP (IN of) (NP (DT the) (NNPS Britons)))))"
)
PARAMETERS = [
    None,
    Parameters(),
    Parameters(labeled=False, deleted_labels=COLLINS.deleted_labels),
    Parameters(
        deleted_labels=frozenset({"``", ",", "X"}),
        deleted_for_length=frozenset({"NN", "VBZ", ","}),
        quote_labels=frozenset({"``", "NN"}),
        equivalent_labels=frozenset({("NP", "VP"), ("VP", "PP")}),
    ),
]


def counts(breakdown: Breakdown) -> dict[str, tuple[int, int, int, int]]:
    """Gold, found, predicted, right, by group."""
    return {
        group.name: (group.gold_brackets, group.matched_gold, group.predicted_brackets, group.matched_predicted)
        for group in breakdown.groups
    }


def one_breakdown(by: str, gold: Tree = GOLD, predicted: Tree = PREDICTED) -> dict[str, tuple[int, int, int, int]]:
    (breakdown,) = break_down([gold], [predicted], by=[by])
    return counts(breakdown)


def same_words(pair: tuple[Tree, Tree]) -> tuple[Tree, Tree]:
    """The first tree, and the second with the first one's words as far as they go."""
    gold, predicted = pair
    leaves = list(gold.leaves)
    length = len(predicted.leaves)
    if len(leaves) < length:
        gold, predicted = predicted, gold
        leaves, length = list(gold.leaves), len(leaves)
    # The words beyond go under the predicted tree's root, beside what it has.
    grown = predicted.with_leaves(leaves[:length])
    return gold, Tree(grown.label, [*grown.children, *leaves[length:]])


@given(
    st.lists(st.tuples(messy_trees(), messy_trees()).map(same_words), max_size=4),
    st.sampled_from(PARAMETERS),
    st.booleans(),
)
def test_every_breakdown_adds_up_to_evalbs_totals(pairs, parameters, gold_tags):
    golds, predictions = [gold for gold, _ in pairs], [predicted for _, predicted in pairs]
    scores = evaluate(golds, predictions, parameters=parameters, gold_tags=gold_tags)
    breakdowns = break_down(golds, predictions, by=list(KEYS), parameters=parameters, gold_tags=gold_tags)
    assert [breakdown.by for breakdown in breakdowns] == list(KEYS)
    for breakdown in breakdowns:
        groups = breakdown.groups
        assert sum(group.gold_brackets for group in groups) == scores.gold_brackets
        assert sum(group.predicted_brackets for group in groups) == scores.predicted_brackets
        assert sum(group.matched_gold for group in groups) == scores.matched_brackets
        assert sum(group.matched_predicted for group in groups) == scores.matched_brackets
        for group in groups:
            assert group.matched_gold <= group.gold_brackets
            assert group.matched_predicted <= group.predicted_brackets
            assert group.gold_brackets + group.predicted_brackets > 0
        assert len({group.name for group in groups}) == len(groups)


def test_trees_that_differ_everywhere_still_add_up():
    """Quotation marks that only one tree takes out are put back, as evalb does."""
    gold = Tree.from_string("(S (NP (`` ') (NN a)) (VP (VB b)))")
    predicted = Tree.from_string("(S (NP (NN ') (NN a)) (VP (VB b)))")
    parameters = Parameters(deleted_labels=frozenset({"``"}), quote_labels=frozenset({"``", "NN"}))
    scores = evaluate([gold], [predicted], parameters=parameters)
    (widths,) = break_down([gold], [predicted], by=["width"], parameters=parameters)
    assert scores.valid_sentences == 1
    assert counts(widths) == {"1": (1, 1, 1, 1), "2": (1, 1, 1, 1), "3": (1, 1, 1, 1)}


def test_by_label():
    assert one_breakdown("label") == {"NP": (4, 3, 3, 3), "PP": (1, 1, 1, 1), "S": (1, 1, 1, 1), "VP": (1, 1, 1, 1)}


def test_equivalent_labels_stay_under_their_own_name():
    gold, predicted = (
        Tree.from_string("(VP (VB sit) (PRT (RP down)))"),
        Tree.from_string("(VP (VB sit) (ADVP (RP down)))"),
    )
    assert one_breakdown("label", gold, predicted) == {
        "PRT": (1, 1, 0, 0),
        "VP": (1, 1, 1, 1),
        "ADVP": (0, 0, 1, 1),
    }


def test_by_width():
    assert one_breakdown("width") == {
        "1": (2, 2, 2, 2),
        "2": (1, 1, 1, 1),
        "3": (1, 1, 1, 1),
        "4": (1, 0, 0, 0),
        "5": (1, 1, 1, 1),
        "6-10": (1, 1, 1, 1),
    }


def test_by_depth():
    assert one_breakdown("depth") == {
        "0": (1, 1, 1, 1),
        "1": (2, 2, 2, 2),
        "2": (1, 0, 2, 2),
        "3": (2, 2, 1, 1),
        "4": (1, 1, 0, 0),
    }


def test_by_distance():
    # The PP begins one word after the gold NP that it is part of, but two after the predicted VP.
    assert one_breakdown("distance") == {
        "root": (1, 1, 1, 1),
        "0": (2, 2, 1, 1),
        "1": (4, 3, 3, 3),
        "2": (0, 0, 1, 1),
    }


def test_a_unary_chain_has_one_distance():
    chain = Tree.from_string("(S (NN a) (NN b) (VP (NP (NN c))))")
    assert one_breakdown("distance", chain, chain) == {"root": (1, 1, 1, 1), "2": (2, 2, 2, 2)}
    root = Tree.from_string("(S (VP (NN a) (NN b)))")
    assert one_breakdown("distance", root, root) == {"root": (2, 2, 2, 2)}


def test_by_length():
    def flat(words: int) -> Tree:
        return Tree("S", [Leaf("a", "NN")] * words)

    trees = [flat(words) for words in (61, 1, 10, 11, 60, 200)]
    (lengths,) = break_down(trees, trees, by=["length"])
    assert {name: gold for name, (gold, *_) in counts(lengths).items()} == {"1-10": 2, "11-20": 1, "51-60": 1, "61+": 2}
    assert list(counts(lengths)) == ["1-10", "11-20", "51-60", "61+"]


def test_sentences_that_are_not_valid_do_not_count():
    other = Tree.from_string("(S (NN Grail))")
    (labels,) = break_down([GOLD, GOLD, None], [other, GOLD, GOLD], by=["label"])
    assert counts(labels)["S"] == (1, 1, 1, 1)
    (empty,) = break_down([GOLD], [None], by=["label"])
    assert empty.groups == ()


def test_shares():
    group = Group("NP", 4, 5, 3, 2)
    assert (group.recall, group.precision, group.f1) == (75, 40, pytest.approx(2 * 75 * 40 / 115))
    nothing = Group("NP", 0, 0, 0, 0)
    assert (nothing.recall, nothing.precision, nothing.f1) == (0, 0, 0)


@pytest.mark.parametrize("text", ["colour", "length,colour", ""])
def test_an_unknown_key(text):
    bad = text.rpartition(",")[2]
    with pytest.raises(BadUsage) as caught:
        keys_from(text)
    assert str(caught.value) == (
        f"cannot break down by {bad!r}; allowed: length, label, width, depth, distance, with commas between"
    )
