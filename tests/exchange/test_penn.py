from __future__ import annotations

from hypothesis import given

from rightmost.exchange.penn import penn, write_penn
from rightmost.trees.brackets import parse_brackets, read_trees
from rightmost.trees.normalise import unwrap
from rightmost.trees.tree import Leaf, Tree
from strategies import ARTHUR, trees

LAYOUT = """( (S
    (NP (NNP Arthur))
    (VP (VBZ is)
      (NP
        (NP (NN King))
        (PP (IN of)
          (NP (DT the) (NNPS Britons)))))
    (. .)))"""


def test_layout():
    tree = Tree.from_string(ARTHUR)
    assert penn(Tree("S", [*tree.children, Leaf(".", ".")])) == LAYOUT
    assert penn(Tree.from_string(LAYOUT)) == LAYOUT


def test_wrappers():
    assert penn(Tree.from_string("(TOP (NNP Arthur))")) == "( (NNP Arthur))"
    assert penn(Tree.from_string("(ROOT (S (VB Go)) (S (VB Stay)))")) == "( (S (VB Go))\n  (S (VB Stay)))"


@given(trees())
def test_it_is_the_same_tree(tree):
    assert str(parse_brackets(penn(tree))) == str(unwrap(tree))


def test_files(tmp_path):
    tree = Tree.from_string(LAYOUT)
    path = tmp_path / "wsj.mrg"
    assert write_penn([tree, tree], path) == 2
    assert path.read_text() == f"{LAYOUT}\n\n{LAYOUT}\n"
    assert list(read_trees(path)) == [tree, tree]
