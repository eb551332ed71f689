from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rightmost
from complexity.reference import counts
from rightmost.complexity.measure import examples, measure
from rightmost.complexity.structures import read_structures
from rightmost.errors import RightmostError
from rightmost.text.document import Document, Sentence
from rightmost.trees.normalise import normalise
from rightmost.trees.tree import Leaf, Tree
from strategies import ARTHUR, messy_trees, trees

LU = [
    *["W", "S", "VP", "C", "T", "DC", "CT", "CP", "CN"],
    *["MLS", "MLT", "MLC", "C/S", "VP/T", "C/T", "DC/C", "DC/T", "T/S", "CT/T", "CP/T", "CP/C", "CN/T", "CN/C"],
]
#: The labels that Lu's patterns know, the clauses and the verbs among them more often.
LABELS = st.sampled_from(
    [*["S", "VP", "NP"] * 2, *["SINV", "SQ", "SBAR", "SBARQ", "FRAG", "PP", "ADJP", "ADVP", "WHNP"]]
)
TAGS = st.sampled_from(["VB", "VBZ", "VBP", "VBD", "VBG", "MD", "TO", "CC", "IN", "JJ", "POS", "NN", "PRP", ",", "."])
WORDS = st.sampled_from(["that", "For", "if", "king"])
LEAVES = st.builds(Leaf, WORDS, TAGS)


def structures(figures: dict[str, float]) -> list[float]:
    return [figures[name] for name in LU[:9]]


def test_the_example_of_lu():
    """Sentence (1) of Lu (2010): two verb phrases, two clauses, one complex T-unit, two complex nominals."""
    tree = Tree.from_string(
        """(ROOT (S (NP (PRP We)) (VP (VBP use) (NP (PRP it)) (SBAR (WHADVP (WRB when)) (S (NP (NP (DT a) (NN girl))
        (PP (IN in) (NP (PRP$ our) (NN dorm)))) (VP (VBZ is) (VP (VBG acting) (PP (IN like) (NP (DT a) (JJ spoiled)
        (NN child)))))))) (. .)))"""
    )
    figures = measure([tree])
    assert list(figures) == LU
    assert structures(figures) == [15, 1, 2, 2, 1, 1, 1, 0, 2]
    assert (figures["MLC"], figures["DC/C"], figures["CN/T"], figures["CP/T"]) == (7.5, 0.5, 2.0, 0.0)


@pytest.mark.parametrize(
    ("tree", "expected"),
    [
        (ARTHUR, [6, 1, 1, 1, 1, 0, 0, 0, 1]),
        ("(S (VP (VB Ride)) (. !))", [1, 1, 1, 1, 1, 0, 0, 0, 0]),  # an imperative is a clause
        ("(SQ (VBZ Is) (NP (PRP he)) (NP (NN king)) (. ?))", [3, 1, 1, 1, 1, 0, 0, 0, 0]),  # a verb without VP
        ("(FRAG (NP (DT A) (NN king)) (. !))", [2, 1, 0, 1, 1, 0, 0, 0, 0]),
        ("(NP (DT A) (JJ bold) (NN king))", [3, 1, 0, 0, 0, 0, 0, 0, 1]),
        ("(S (S (VP (TO To) (VP (VB rule)))) (VP (VBZ is) (ADJP (JJ hard) (CC and) (JJ dull))))",
         [6, 1, 2, 1, 1, 0, 0, 1, 1]),
        ("(S (S (NP (PRP He)) (VP (VBD came))) (CC and) (S (NP (PRP she)) (VP (VBD left))))",
         [5, 1, 2, 2, 2, 0, 0, 0, 0]),
        ("(TOP (NNP Arthur))", [1, 1, 0, 0, 0, 0, 0, 0, 0]),
        ("(NP (NN king) (HYPH -) (NN elect) ($ $) (-LRB- -LRB-) (PRP$ his) (: ;) (NFP ***))", [3, 1, *[0] * 7]),
    ],
)  # fmt: skip
def test_counted_by_hand(tree, expected):
    assert structures(measure([Tree.from_string(tree)])) == expected


@settings(max_examples=400, deadline=None)
@given(trees(leaf=LEAVES, label=LABELS))
def test_lus_patterns_are_what_the_predicates_say(tree):
    figures = measure([tree])
    expected = counts(Tree("ROOT", [tree]).root)
    assert {name: figures[name] for name in expected} == expected


@given(trees(leaf=LEAVES, label=LABELS))
def test_the_indices_are_ratios_of_the_counts(tree):
    figures = measure([tree, tree])
    for name, (above, below) in read_structures().indices.items():
        assert figures[name] == (figures[above] / figures[below] if figures[below] else 0)
    assert [figures[name] for name in LU[:9]] == [2 * measure(tree)[name] for name in LU[:9]]


@given(trees(leaf=LEAVES, label=LABELS))
def test_examples_are_what_was_counted(tree):
    found = list(examples([tree, tree]))
    for name in LU[:9]:
        assert sum(each.structure == name for each in found) == measure([tree, tree])[name]
    assert {each.sentence for each in found} == {1, 2}


@given(messy_trees())
def test_function_tags_traces_and_wrappers_make_no_difference(tree):
    try:
        normal = normalise(tree)
    except RightmostError:
        with pytest.raises(RightmostError, match=r"tree 1: the tree .* holds no words"):
            measure([tree])
    else:
        assert measure([tree]) == measure([normal])


def test_what_can_be_measured():
    tree = Tree.from_string(ARTHUR)
    document = Document("", (Sentence("", 0, 0, (), tree),))
    assert rightmost.complexity.measure([tree]) == measure(document) == measure(tree) == measure(iter([tree]))
    assert set(measure([]).values()) == {0}
    assert set(measure(Document("", ())).values()) == {0}
    for wrong in (["a king"], "a king", 5, None):
        with pytest.raises(RightmostError, match=r"trees are expected, not a (str|int|NoneType); Tree.from_string"):
            measure(wrong)


def test_patterns_of_the_article():
    fragment = Tree.from_string("(FRAG (NP (DT A) (NN king) (SBAR (WHNP (WP who)) (S (VP (VBZ rides))))))")
    assert structures(measure(fragment)) == [4, 1, 1, 1, 1, 1, 0, 0, 1]
    assert structures(measure(fragment, read_structures("lu2010"))) == [4, 1, 1, 1, 1, 1, 0, 0, 1]
    imperative = Tree.from_string("(S (VP (VB Ride)))")
    assert measure(imperative, read_structures("lu2010"))["C"] == 0
    assert measure(imperative)["C"] == 1


def test_a_million_nodes():
    deep = Tree.from_flat((*[("NP", 1)] * 100_000, (Leaf("king", "NN"), -100_000)))
    figures = measure(deep, read_structures())
    assert (figures["W"], figures["S"], figures["CN"]) == (1, 1, 0)
