"""Our own treebank: what stands in it is well formed, and what measures is never learnt from."""

from __future__ import annotations

from pathlib import Path

import pytest

from rightmost.transitions.attach_juxtapose import replay
from rightmost.transitions.oracle import oracle
from rightmost.trees.brackets import read_trees
from rightmost.trees.normalise import normalise
from rightmost.trees.tree import Tree

ROOT = Path(__file__).parents[1]
EVERYDAY = ROOT / "treebanks" / "everyday"
PAGE = ROOT / "tests" / "models" / "en.page.txt"
FILES = sorted(EVERYDAY.glob("*/*.txt"))
AGAIN = EVERYDAY / "test-again.txt"  # 96 of the test part, bracketed once more
GENRES = {"dialogue", "forum", "law", "mixed", "news", "novels", "reviews", "tales"}
_LABELS = """
S SQ SBARQ SINV SBAR NP VP PP ADJP ADVP PRT QP CONJP INTJ PRN FRAG UCP WHNP WHADVP WHADJP WHPP LST RRC X NAC
"""
_TAGS = """
CC CD DT EX FW IN JJ JJR JJS LS MD NN NNS NNP NNPS PDT POS PRP PRP$ RB RBR RBS RP SYM TO UH VB VBD VBG VBN VBP VBZ WDT
WP WP$ WRB `` '' , : . -LRB- -RRB- $ #
"""
LABELS, TAGS = frozenset(_LABELS.split()), frozenset(_TAGS.split())


def sentences(*files: Path) -> set[str]:
    return {" ".join(tree.words).lower() for path in files for tree in read_trees(path)}


def test_both_parts_have_every_genre():
    assert {path.parent.name for path in FILES} == {"train", "test"}
    for part in ("train", "test"):
        assert {path.stem for path in FILES if path.parent.name == part} == GENRES


@pytest.mark.parametrize("path", [*FILES, AGAIN], ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_its_trees_are_in_normal_form_and_in_the_penn_treebanks_terms(path):
    trees = list(read_trees(path))
    assert trees
    for tree in trees:
        assert normalise(tree) == tree
        assert replay(oracle(tree), tree.leaves) == tree
        assert {str(node.label) for node in tree.nodes()} <= LABELS, tree
        assert set(tree.tags) <= TAGS, tree
        assert not any(_stands_over_itself(node) for node in tree.nodes()), tree


def test_what_measures_is_not_learnt_from():
    learnt = sentences(*(EVERYDAY / "train").glob("*.txt"))
    assert learnt.isdisjoint(sentences(*(EVERYDAY / "test").glob("*.txt")))
    assert learnt.isdisjoint(sentences(PAGE))


def test_what_was_bracketed_again_is_of_the_test_part():
    again = sentences(AGAIN)
    assert len(again) == 96
    assert again <= sentences(*(EVERYDAY / "test").glob("*.txt"))


def _stands_over_itself(node: Tree) -> bool:
    match node.children:
        case (Tree(label=label),):
            return label == node.label
    return False
