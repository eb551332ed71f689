from __future__ import annotations

import io

import pytest

from rightmost.errors import RightmostError
from rightmost.exchange.conllu import read_conllu
from rightmost.trees.tree import Tree

SAMPLE = """# text = He isn't (a) king.
# constituency = (ROOT (S (NP (PRP He)) (VP (VBZ is) (RB n't) (NP (-LRB- -LRB-) (DT a) (NN king)))))
1\tHe\the\tPRON\tPRP\t_\t4\tnsubj\t_\tstart_char=0|end_char=2
2-3\tisn't\t_\t_\t_\t_\t_\t_\t_\tstart_char=3|end_char=8
2\tis\tbe\tAUX\tVBZ\t_\t4\tcop\t_\t_
3\tn't\tnot\tPART\tRB\t_\t4\tadvmod\t_\t_
3.1\tking\tking\tNOUN\tNN\t_\t_\t_\t_\t_
4\t(\t(\tPUNCT\t-LRB-\t_\t5\tpunct\t_\t_
5\ta\ta\tDET\tDT\t_\t6\tdet\t_\t_
6\tking\tking\tNOUN\tNN\t_\t0\troot\t_\t_


# sent_id = 2
1\tRide\tride\tVERB\t_\t_\t0\troot\t_\tSpaceAfter=No|start_char=19|end_char=23
"""


def test_words_tags_places_and_stanzas_tree():
    first, second = read_conllu(io.StringIO(SAMPLE))
    assert first.words == ("He", "is", "n't", "(", "a", "king")
    assert first.tags == ("PRP", "VBZ", "RB", "-LRB-", "DT", "NN")
    assert first.tree == Tree.from_string(SAMPLE.splitlines()[1].partition(" = ")[2])
    assert first.places is None
    assert (second.words, second.tags, second.places, second.tree) == (("Ride",), None, ((19, 23),), None)


def test_no_sentences():
    assert list(read_conllu(io.StringIO("\n\n"))) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1\tHe\n", "<stream>:1: 2 columns; expected 10 columns between tabs"),
        ("(S (NP (NN king)))\n", r"<stream>:1: '\(S \(NP \(NN king\)\)\)' for the number of a word; expected 10"),
        ("# a\n2\t" + "\t".join("_" * 9), "<stream>:2: word 2 where word 1 was expected"),
        ("# text = He\n", "<stream>:1: a sentence without words"),
        (
            "# constituency = (S (NP\n1\t" + "\t".join("_" * 9),
            r"<stream>:1: 1:1: the tree that begins here with \(S never",
        ),
        (
            "# constituency = (S (A a) (B b))\n1\t" + "\t".join("_" * 9),
            "<stream>:1: a tree of 2 words for a sentence of 1",
        ),
    ],
)
def test_bad_lines_are_named(text, message):
    with pytest.raises(RightmostError, match=message):
        list(read_conllu(io.StringIO(text)))


def test_binary_files(tmp_path):
    path = tmp_path / "words.conllu"
    path.write_bytes(b"\xff\x00\x9f")
    with pytest.raises(RightmostError, match="not UTF-8 text"):
        list(read_conllu(path))
