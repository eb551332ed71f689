"""Which brackets count, and which take which."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightmost.evaluation.bracketed_sentence import sentence_of
from rightmost.evaluation.matching import Names, counted_brackets, matches
from rightmost.evaluation.parameters import COLLINS, Parameters
from rightmost.trees.normalise import WRAPPERS
from rightmost.trees.tree import Span, Tree
from strategies import ARTHUR

LABELS = ["S", "NP", "VP", "PP"]
SPANS = st.builds(Span, st.integers(0, 2), st.integers(3, 4), st.sampled_from(LABELS))
BRACKETS = st.lists(SPANS, max_size=8)
EQUIVALENCES = st.frozensets(st.tuples(st.sampled_from(LABELS), st.sampled_from(LABELS)), max_size=3)


def counted(text: str, parameters: Parameters = COLLINS) -> list[Span]:
    return counted_brackets(sentence_of(Tree.from_string(text), parameters), Names(parameters))


def as_evalb_loops(gold: list[Span], predicted: list[Span], parameters: Parameters) -> list[tuple[int, int]]:
    """Each gold bracket goes through all the predicted ones, and takes the first free one that matches it."""
    found: list[tuple[int, int]] = []
    for one, bracket in enumerate(gold):
        for other, candidate in enumerate(predicted):
            same_label = not parameters.labeled or parameters.same_label(bracket.label, candidate.label)
            if bracket[:2] == candidate[:2] and same_label and other not in (taken for _, taken in found):
                found.append((one, other))
                break
    return found


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("NP", "NP"),
        ("NP-SBJ-1", "NP"),
        ("NP=2", "NP"),
        ("S=3-TPC", "S"),
        ("PRT|ADVP", "PRT|ADVP"),
        ("NP-a\nb", "NP"),
        ("TOP", None),
        ("TOP-1", None),
        (",", None),
    ],
)
def test_a_label_is_compared_by_its_name(label: str, name: str | None) -> None:
    assert Names(COLLINS)[label] == name


def test_what_counts_as_a_deleted_label_is_deleted_too() -> None:
    names = Names(Parameters(deleted_labels=frozenset({"PRT"}), equivalent_labels=frozenset({("ADVP", "PRT")})))
    assert (names["PRT"], names["ADVP"], names["ADVP-TMP"], names["NP"]) == (None, None, None, "NP")


def test_the_running_example() -> None:
    spans = [
        *(Span(0, 6, "S"), Span(0, 1, "NP"), Span(1, 6, "VP"), Span(2, 6, "NP")),
        *(Span(2, 3, "NP"), Span(3, 6, "PP"), Span(4, 6, "NP")),
    ]
    assert counted(ARTHUR) == spans
    assert counted(f"(TOP {ARTHUR})") == spans


def test_a_bracket_without_words_does_not_count() -> None:
    assert counted("(S (NP (-NONE- *)) (VP (VB sit) (PRN (, ,))))") == [Span(0, 1, "S"), Span(0, 1, "VP")]


@pytest.mark.parametrize("wrapper", sorted(WRAPPERS - {"TOP"}))
def test_a_wrapper_counts_unless_it_is_the_root(wrapper: str) -> None:
    tree = Tree(wrapper, [Tree(wrapper, [Tree.from_string("(NP (NNP Arthur))")])])
    assert counted_brackets(sentence_of(tree, COLLINS), Names(COLLINS)) == [Span(0, 1, wrapper), Span(0, 1, "NP")]
    as_in_evalb = Parameters()
    assert len(counted_brackets(sentence_of(tree, as_in_evalb), Names(as_in_evalb))) == 3


def test_no_tree_has_no_brackets() -> None:
    assert counted_brackets(sentence_of(None, COLLINS), Names(COLLINS)) == []


@given(BRACKETS, BRACKETS, EQUIVALENCES, st.booleans())
def test_each_takes_the_first_that_will_do(
    gold: list[Span], predicted: list[Span], equivalent: frozenset[tuple[str, str]], labeled: bool
) -> None:
    parameters = Parameters(equivalent_labels=equivalent, labeled=labeled)
    assert matches(gold, predicted, names=Names(parameters)) == as_evalb_loops(gold, predicted, parameters)


@given(BRACKETS, BRACKETS)
def test_as_many_match_as_both_have(gold: list[Span], predicted: list[Span]) -> None:
    assert len(matches(gold, predicted, names=Names(Parameters()))) == (Counter(gold) & Counter(predicted)).total()


def test_what_is_taken_first_decides_what_is_left() -> None:
    """S counts as NP and NP as VP, but S not as VP."""
    names = Names(Parameters(equivalent_labels=frozenset({("S", "NP"), ("NP", "VP")})))
    np, vp, s = (Span(0, 1, label) for label in ("NP", "VP", "S"))
    assert matches([np, s], [np, vp], names=names) == [(0, 0)]
    assert matches([np, s], [vp, np], names=names) == [(0, 0), (1, 1)]
