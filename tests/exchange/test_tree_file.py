from __future__ import annotations

import json

import pytest

from exchange.test_conllu import SAMPLE
from exchange.test_foreign_json import CORENLP
from rightmost.errors import RightmostError
from rightmost.exchange.tree_file import read_tree_file
from rightmost.exchange.tree_json import to_json
from rightmost.trees.tree import Tree
from strategies import ARTHUR


def test_the_end_of_the_name_says_what_it_is(tmp_path):
    tree = Tree.from_string(ARTHUR)
    for name, text in {
        "trees.txt": f"(ROOT {ARTHUR})\n",
        "trees.jsonl": f"{to_json(tree)}\n\n",
        "trees.conllu": "# constituency = " + ARTHUR + "\n"
        + "".join(f"{number}\t{word}{chr(9)}_" + "\t_" * 7 + "\n" for number, word in enumerate(tree.words, start=1)),
        "trees.JSON": json.dumps({"sentences": [{"parse": ARTHUR, "tokens": [{"word": word} for word in tree.words]}]}),
    }.items():  # fmt: skip
        path = tmp_path / name
        path.write_text(text)
        assert list(read_tree_file(path)) == [tree], name
    (wrapped,) = read_tree_file(tmp_path / "trees.txt", keep_wrapper=True)
    assert wrapped.label == "ROOT"


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.conllu", SAMPLE, "a.conllu: sentence 2 has no tree; parse its words first"),
        ("a.json", json.dumps(CORENLP), "a.json: sentence 2 has no tree"),
        ("a.json", "[", "a.json:1:2: not JSON"),
        ("a.jsonl", "\n{}\n", "a.jsonl:2: JSON of a tree: words: Field required"),
        ("a.jsonl", "", "a.jsonl: no sentences in it"),
        ("a.txt", "", "a.txt: no trees in it"),
    ],
)
def test_what_has_no_trees(tmp_path, name, text, message):
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(RightmostError, match=message):
        list(read_tree_file(path))
