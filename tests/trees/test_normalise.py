from __future__ import annotations

import pytest
from hypothesis import assume, given

from rightmost.errors import EmptySentence
from rightmost.trees.normalise import (
    EMPTY_TAG,
    WRAPPERS,
    bare_label,
    normalise,
    with_wrapper,
    without_empty_elements,
    without_function_tags,
    without_labels,
    without_wrapper,
)
from rightmost.trees.tree import Leaf, Tree
from strategies import ARTHUR, messy_trees, trees


def test_a_penn_tree_becomes_normal():
    tree = Tree.from_string(
        "( (S (NP-SBJ-1 (NNP Arthur)) (VP (VBZ wants) (S (NP-SBJ (-NONE- *-1)) (VP (TO to) (VP (VB rule))))) (. .)))"
    )
    assert str(normalise(tree)) == "(S (NP (NNP Arthur)) (VP (VBZ wants) (S (VP (TO to) (VP (VB rule))))) (. .))"


def has_words(tree: Tree) -> bool:
    return any(leaf.tag != EMPTY_TAG for leaf in tree.leaves)


@given(messy_trees())
def test_normalise_is_idempotent_and_keeps_the_words(tree):
    assume(has_words(tree))
    normal = normalise(tree)
    assert normalise(normal) == normal
    assert normal.words == tuple(leaf.word for leaf in tree.leaves if leaf.tag != EMPTY_TAG)
    assert all(bare_label(node.label) == node.label for node in normal.nodes())
    assert EMPTY_TAG not in normal.tags
    if normal.label in WRAPPERS:
        assert normal.label == "TOP"
        assert len(normal.children) > 1 or isinstance(normal.children[0], Leaf)


@given(messy_trees())
def test_empty_elements_take_what_only_stood_over_them(tree):
    left = without_empty_elements(tree)
    assert (left is not None) == has_words(tree)
    if left is not None:
        assert EMPTY_TAG not in left.tags
        assert left.words == tuple(leaf.word for leaf in tree.leaves if leaf.tag != EMPTY_TAG)


def test_nothing_but_empty_elements():
    with pytest.raises(EmptySentence, match="holds no words, only empty elements"):
        normalise(Tree.from_string("(S (NP (-NONE- *)))"))


@pytest.mark.parametrize(
    ("label", "bare"),
    [("NP-SBJ", "NP"), ("NP=2", "NP"), ("S-TPC-1", "S"), ("-LRB-", "-LRB-"), ("-NONE-", "-NONE-"),
     ("PRT|ADVP", "PRT|ADVP"), ("--", "--"), ("=", "="), ("", ""), ("PRP$", "PRP$"), ("N=1-2", "N")],
)  # fmt: skip
def test_bare_labels(label, bare):
    assert bare_label(label) == bare


@given(messy_trees())
def test_function_tags_go_and_nothing_else(tree):
    bare = without_function_tags(tree)
    assert bare.words == tree.words
    assert [span[:2] for span in bare.spans()] == [span[:2] for span in tree.spans()]


@given(trees())
def test_splicing_labels_out(tree):
    spliced = without_labels(tree, {"NML", "NP"})
    assert spliced.leaves == tree.leaves
    assert spliced.spans()[1:] == [span for span in tree.spans()[1:] if span.label not in {"NML", "NP"}]


@given(trees())
def test_wrapping(tree):
    assert without_wrapper(with_wrapper(tree)) == without_wrapper(tree)
    assert with_wrapper(tree).label == "TOP"


def test_wrappers_over_wrappers():
    arthur = Tree.from_string(ARTHUR)
    assert without_wrapper(Tree("ROOT", [Tree("", [arthur])])) == arthur
    assert str(without_wrapper(Tree("S1", [arthur, Leaf(".", ".")]))) == f"(TOP {ARTHUR} (. .))"
