from __future__ import annotations

from rightmost.text.document import Document, Sentence, Word
from rightmost.trees.tree import Tree


def test_the_trees_of_a_document():
    tree = Tree.from_string("(S (VP (VB Go)))")
    document = Document("Go", (Sentence("Go", 0, 2, words=(Word("Go", 0, 2),), tree=tree),))
    assert document.trees == (tree,)
