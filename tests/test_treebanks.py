"""Our own treebanks: what stands in them is well formed, and what measures is never learnt from."""

from __future__ import annotations

from pathlib import Path

import pytest

from rightmost.transitions.attach_juxtapose import replay
from rightmost.transitions.oracle import oracle
from rightmost.trees.brackets import read_trees
from rightmost.trees.normalise import normalise
from rightmost.trees.tree import Tree

ROOT = Path(__file__).parents[1]
MEASURED, LEARNT = ROOT / "treebanks", ROOT / "recipe" / "en" / "treebanks"
PAGE = ROOT / "tests" / "models" / "en.page.txt"
FILES = sorted([*MEASURED.rglob("*.txt"), *LEARNT.rglob("*.txt")])
EVERYDAY = {"dialogue", "forum", "law", "mixed", "news", "novels", "reviews", "tales"}
AMALGUM = {"bio", "fiction", "interview", "news", "voyage"}
GENRES = {
    "everyday/train": EVERYDAY,
    "everyday/test": EVERYDAY,
    "amalgum/train": AMALGUM | {"academic"},
    "amalgum/test": AMALGUM,
    "amalgum/test-again": AMALGUM,
}
#: What was bracketed once more: how many of everyday's test part, and all of amalgum's.
AGAIN = {"everyday/test-again.txt": 96, "amalgum/test-again": 198}
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


@pytest.mark.parametrize("part", GENRES)
def test_each_part_has_its_genres(part):
    folder = LEARNT if part.endswith("/train") else MEASURED
    assert {path.stem for path in (folder / part).iterdir()} == GENRES[part]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_its_trees_are_in_normal_form_and_in_the_penn_treebanks_terms(path):
    trees = list(read_trees(path))
    assert [f"(TOP {tree})" for tree in trees] == path.read_text(encoding="utf-8").splitlines()
    assert trees
    for tree in trees:
        assert normalise(tree) == tree
        assert replay(oracle(tree), tree.leaves) == tree
        assert {str(node.label) for node in tree.nodes()} <= LABELS, tree
        assert set(tree.tags) <= TAGS, tree
        assert not any(_stands_over_itself(node) for node in tree.nodes()), tree


def test_what_measures_is_not_learnt_from():
    learnt = sentences(*LEARNT.glob("*/train/*.txt"))
    assert learnt.isdisjoint(sentences(*MEASURED.glob("*/test/*.txt")))
    assert learnt.isdisjoint(sentences(PAGE))


@pytest.mark.parametrize("path", AGAIN)
def test_what_was_bracketed_again_is_of_the_test_part(path):
    again = MEASURED / path
    found = sentences(*(again.glob("*.txt") if again.is_dir() else [again]))
    assert len(found) == AGAIN[path]
    assert found <= sentences(*(MEASURED / path.partition("/")[0] / "test").glob("*.txt"))


def _stands_over_itself(node: Tree) -> bool:
    match node.children:
        case (Tree(label=label),):
            return label == node.label
    return False
