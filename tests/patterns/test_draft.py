from __future__ import annotations

import pytest
from hypothesis import given

from rightmost.errors import RightmostError
from rightmost.patterns.draft import Draft, DraftNode
from rightmost.trees.index import TreeIndex
from rightmost.trees.tree import Tree
from strategies import ARTHUR, trees


def drafted(text: str = ARTHUR) -> Draft:
    return Draft(TreeIndex(Tree.from_string(text)))


@given(trees())
def test_a_draft_comes_to_its_tree(tree):
    draft = Draft(TreeIndex(tree))
    assert draft.tree() == tree
    draft.root = draft.nodes[0].copy()
    assert draft.tree() == tree


def test_nodes_move():
    draft = drafted()
    king, phrase = draft.nodes[8], draft.nodes[11]
    king.detach()
    phrase.insert(1, [king])
    assert str(draft.tree()) == (
        "(S (NP (NNP Arthur)) (VP (VBZ is) (NP (PP (IN of) (NP (NN King)) (NP (DT the) (NNPS Britons))))))"
    )
    assert [node.label for node in king.upwards()] == ["NP", "PP", "NP", "VP", "S"]
    assert king.place() == 1


def test_the_root_can_be_replaced():
    draft = drafted()
    draft.replace(draft.nodes[0], [DraftNode("NN", [DraftNode("king", is_word=True)])], what="replace")
    assert str(draft.tree()) == "(TOP (NN king))"
    with pytest.raises(RightmostError, match="excise puts 2 nodes in the place of the root; a tree has one root"):
        draft.replace(draft.root, [DraftNode("A"), DraftNode("B")], what="excise")


def test_what_is_no_tree():
    draft = drafted()
    draft.remove(draft.nodes[2])
    with pytest.raises(RightmostError, match=r"\(NP\) is left without words; prune takes such a node away as well"):
        draft.tree()
    draft = drafted()
    draft.nodes[4].insert(0, [DraftNode("so", is_word=True)])
    with pytest.raises(RightmostError, match=r"the word 'so' has no tag of its own; put it in as \(TAG so\)"):
        draft.tree()
    draft = drafted()
    draft.nodes[3].insert(0, [DraftNode("so", is_word=True)])
    with pytest.raises(RightmostError, match="the word 'Arthur' has nodes below it"):
        draft.tree()
    draft = drafted()
    draft.root = DraftNode("so", is_word=True)
    with pytest.raises(RightmostError, match="the word 'so' has no tag of its own"):
        draft.tree()
    draft.remove(draft.root)
    with pytest.raises(RightmostError, match="nothing is left of the tree"):
        draft.tree()
