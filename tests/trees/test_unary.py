from __future__ import annotations

import pickle

from hypothesis import given

from rightmost.trees.tree import Leaf, Tree
from rightmost.trees.unary import Label, collapse, expand, names_of
from strategies import trees


@given(trees())
def test_expand_undoes_collapse(tree):
    collapsed = collapse(tree)
    assert expand(collapsed) == tree
    assert collapse(collapsed) == collapsed
    assert collapsed.leaves == tree.leaves
    assert not any(len(node.children) == 1 and isinstance(node.children[0], Tree) for node in collapsed.nodes())


def test_a_chain_is_one_label():
    tree = Tree.from_string("(S (VP (VP (VB Go))) (. !))")
    assert collapse(tree).children[0] == Tree(Label("VP", "VP"), [Leaf("Go", "VB")])
    assert names_of(collapse(tree).children[0].label) == ("VP", "VP")


def test_labels_are_their_names_not_their_text():
    assert Label("S", "VP") != "S+VP"
    assert "S+VP" != Label("S", "VP")  # noqa: SIM300
    assert Label("S", "VP") != Label("S+VP")
    assert Label("S+VP") == "S+VP"
    assert {Label("NP"): 1}["NP"] == 1
    assert len({Label("S", "VP"), "S+VP", Label("S+VP")}) == 2
    assert pickle.loads(pickle.dumps(Label("S", "VP"))).names == ("S", "VP")
    assert str(Label("S", "VP")) == f"{Label('S', 'VP')}" == "S+VP"


def test_a_label_with_a_plus_is_no_chain():
    joined, chain = Tree("S+VP", [Leaf("Go", "VB")]), Tree("S", [Tree("VP", [Leaf("Go", "VB")])])
    assert collapse(joined) != collapse(chain)
    assert expand(collapse(joined)) == joined
