"""Parsed sentences as they are printed."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from rightmost.cli.formats import PRINTERS, Format, as_brackets, as_conll, as_json
from rightmost.cli.terminal import Terminal
from rightmost.decoding.scored import Scored, with_confidence
from rightmost.trees.brackets import parse_brackets
from rightmost.trees.normalise import with_wrapper
from rightmost.trees.tree import Leaf, Tree
from strategies import ARTHUR, tags, trees

TREE = Tree.from_string(ARTHUR)
words = st.text(alphabet="aÑ国(*\u2028\x1c", min_size=1, max_size=3)
scored_trees = st.builds(Scored, trees(leaf=st.builds(Leaf, words, tags)), st.floats(max_value=0, allow_infinity=False))


@given(scored_trees)
def test_brackets_are_a_line_under_top(scored: Scored) -> None:
    line = as_brackets(scored)
    assert parse_brackets(line, keep_wrapper=True) == with_wrapper(scored.tree)
    assert line.startswith("(TOP ")
    assert "\n" not in line


@given(scored_trees)
def test_json_is_a_line_of_all_there_is(scored: Scored) -> None:
    tree, line = scored.tree, as_json(scored)
    assert json.loads(line) == {
        "words": list(tree.words),
        "tags": list(tree.tags),
        "tree": str(tree),
        "spans": [list(span) for span in tree.spans()],
        "log_probability": scored.log_probability,
    }
    assert "\n" not in line


def test_json_can_be_read_by_people() -> None:
    assert as_json(Scored(Tree.from_string("(NP (NN 国王) (-LRB- -LRB-))"), -0.5)) == (
        '{"words": ["国王", "("], "tags": ["NN", "-LRB-"], "tree": "(NP (NN 国王) (-LRB- -LRB-))", '
        '"spans": [[0, 2, "NP"]], "log_probability": -0.5}'
    )


def test_json_after_beam_search_has_a_share_for_each_span() -> None:
    other = Tree.from_string(ARTHUR.replace("(PP", "(ADJP"))
    best, _ = with_confidence([Scored(TREE, -1.0), Scored(other, -1.0)])
    found = json.loads(as_json(best))
    assert list(found)[-1] == "confidence"
    assert found["confidence"] == [0.5 if label == "PP" else 1.0 for _, _, label in found["spans"]]


def test_conll_of_the_running_example() -> None:
    assert as_conll(Scored(TREE, -0.5)) == (
        "0\tArthur\tNNP\t(TOP(S(NP*)\n"
        "1\tis\tVBZ\t(VP*\n"
        "2\tKing\tNN\t(NP(NP*)\n"
        "3\tof\tIN\t(PP*\n"
        "4\tthe\tDT\t(NP*\n"
        "5\tBritons\tNNPS\t*))))))\n"
    )


@given(scored_trees)
def test_conll_rows_hold_the_words_and_together_the_tree(scored: Scored) -> None:
    rows = [row.split("\t") for row in as_conll(scored).removesuffix("\n").split("\n")]
    leaves = scored.tree.leaves
    assert [row[:3] for row in rows] == [[str(number), *leaf] for number, leaf in enumerate(leaves)]
    starred = with_wrapper(scored.tree).with_leaves([Leaf("*", "*")] * len(leaves))
    assert "".join(row[3] for row in rows) == str(starred).replace("(* *)", "*").replace(" ", "")


def test_every_format_but_the_picture_prints_a_tree() -> None:
    assert set(PRINTERS) == set(Format) - {Format.svg}
    terminal = Terminal(width=None, colour=False, ascii=True, encoding=None)
    for printer in PRINTERS.values():
        assert "Arthur" in printer(Scored(TREE, -0.5), None, terminal)
