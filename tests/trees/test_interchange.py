"""To nltk's trees and back."""

from __future__ import annotations

import subprocess
import sys

import nltk
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightmost.errors import RightmostError
from rightmost.trees.brackets import parse_brackets
from rightmost.trees.tree import Leaf, Tree
from strategies import ARTHUR, tags, trees

#: Words, tags and labels of any characters, and of those that bracketed text is made of or escapes.
ODD = [
    "(",
    ")",
    "-LRB-",
    "[",
    "{",
    "-LSB-",
    "-",
    "LRB",
    "-EMPTY-",
    "-U+20-",
    "\\",
    " ",
    "\t",
    "\n",
    "\u00a0",
    "\u2028",
    "\x1c",
    "\x85",
]
odd = st.text(max_size=4) | st.lists(st.sampled_from(ODD), max_size=4).map("".join)
odd_trees = trees(leaf=st.builds(Leaf, odd, odd), label=odd)


@given(trees() | odd_trees)
def test_there_and_back(tree: Tree) -> None:
    assert Tree.from_nltk(tree.to_nltk()) == tree


@given(trees() | odd_trees)
def test_there_and_back_through_nltks_text(tree: Tree) -> None:
    theirs = tree.to_nltk()
    read = nltk.Tree.fromstring(str(theirs))
    assert read == theirs
    assert Tree.from_nltk(read) == tree


@given(trees() | odd_trees)
def test_nltk_reads_our_text_as_we_do(tree: Tree) -> None:
    read = Tree.from_nltk(nltk.Tree.fromstring(str(tree)))
    assert read == parse_brackets(str(tree), keep_wrapper=True)


@given(trees(leaf=st.builds(Leaf, st.text(alphabet=st.characters(exclude_characters="-")), tags)))
def test_nltk_reads_our_text_as_the_same_tree(tree: Tree) -> None:
    assert Tree.from_nltk(nltk.Tree.fromstring(str(tree))) == tree


def test_words_are_written_as_nltks_corpora_have_them() -> None:
    tree = Tree("NP", [Leaf("(", "-LRB-"), Leaf("New York", "NNP"), Leaf("", "NN"), Leaf("-LRB-", "NN")])
    assert tree.to_nltk().leaves() == ["-LRB-", "New-U+20-York", "-EMPTY-", "-U+2D-LRB-U+2D-"]
    assert [tag for _, tag in tree.to_nltk().pos()] == ["-LRB-", "NNP", "NN", "NN"]


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
        (
            nltk.Tree(3, [nltk.Tree("NN", ["King"])] * 2),
            "3, of type int, where the label of an nltk tree's node, a str,",
        ),
        (nltk.Tree("S", [3, 4]), "3, of type int, where an nltk.Tree or a word, a str, was expected"),
        ("(S)", r"'\(S\)', of type str, where an nltk.Tree was expected"),
        (None, "None, of type NoneType, where an nltk.Tree was expected"),
    ],
)
def test_nltk_trees_that_are_not_ours(tree: nltk.Tree, says: str) -> None:
    with pytest.raises(RightmostError, match=f"^{says}"):
        Tree.from_nltk(tree)


def test_nltk_is_imported_only_when_called() -> None:
    script = "import rightmost.trees.interchange, sys; print('nltk' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
