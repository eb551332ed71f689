"""To nltk's trees and back."""

from __future__ import annotations

import subprocess
import sys

import nltk
import pytest
from hypothesis import given

from rightmost.errors import RightmostError
from rightmost.trees.tree import Leaf, Tree
from strategies import ARTHUR, trees


@given(trees())
def test_there_and_back(tree: Tree) -> None:
    theirs = tree.to_nltk()
    assert theirs.pos() == list(tree.leaves)
    assert Tree.from_nltk(theirs) == tree


@pytest.mark.parametrize("kind", [nltk.Tree, nltk.ParentedTree, nltk.ImmutableTree])
def test_nltk_reads_the_same_tree(kind: type[nltk.Tree]) -> None:
    tree = Tree.from_string(ARTHUR)
    assert tree.to_nltk() == nltk.Tree.fromstring(ARTHUR)
    assert Tree.from_nltk(kind.fromstring(ARTHUR)) == tree


def test_five_thousand_deep() -> None:
    tree = Tree.from_string("(NP " * 5000 + "(NNP Arthur)" + ")" * 5000)
    assert Tree.from_nltk(tree.to_nltk()) == tree


def test_a_leaf_alone_gets_a_root() -> None:
    assert Tree.from_nltk(nltk.Tree("NN", ["King"])) == Tree("TOP", [Leaf("King", "NN")])


@pytest.mark.parametrize(
    ("tree", "says"),
    [
        (nltk.Tree("S", [nltk.Tree("NNP", ["Arthur"]), "is"]), "the word 'is' has no tag of its own: in an nltk tree"),
        (nltk.Tree("NP", ["the", "Britons"]), "the word 'the' has no tag of its own: in an nltk tree give each word"),
        (nltk.Tree("S", [nltk.Tree("NP", [])]), "a NP node needs at least one child"),
    ],
)
def test_nltk_trees_that_are_not_ours(tree: nltk.Tree, says: str) -> None:
    with pytest.raises(RightmostError, match=f"^{says}"):
        Tree.from_nltk(tree)


def test_nltk_is_imported_only_when_called() -> None:
    script = "import rightmost.trees.interchange, sys; print('nltk' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
