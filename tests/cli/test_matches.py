from __future__ import annotations

import csv
import json

from rightmost.cli.matches import COLUMNS, as_json, as_rows, csv_lines, drawn, in_context, written
from rightmost.cli.terminal import Terminal
from rightmost.patterns.pattern import Pattern
from rightmost.trees.tree import Leaf, Tree
from strategies import ARTHUR

PLAIN = Terminal(width=None, colour=False, ascii=False, encoding=None)
COLOURED = Terminal(width=None, colour=True, ascii=False, encoding=None)
TREE = Tree.from_string(ARTHUR)
(MATCH,) = Pattern("NP=np < (PP=pp < /^(.)N/#1%letter=in)").find(TREE)


def test_nodes_stand_in_brackets_within_one_another():
    nodes = [("", MATCH.node), *MATCH.names.items()]
    assert in_context(nodes, PLAIN) == "Arthur is [NP=np King [PP=pp [IN=in of] the Britons]]"
    assert in_context([("", MATCH["in"])], PLAIN) == "Arthur is King [IN of] the Britons"
    assert in_context([("w", MATCH["in"].children[0])], PLAIN) == "Arthur is King [=w of] the Britons"


def test_a_word_stays_on_its_line():
    (match,) = Pattern("NN").find(Tree("NP", [Leaf("two\nlines", "NN")]))
    assert "\n" not in in_context([("", match.node)], PLAIN)


def test_what_was_found_is_painted():
    found = in_context([("", MATCH["in"])], COLOURED)
    assert found == "Arthur is King \x1b[1;36m[IN \x1b[0m\x1b[1;31mof\x1b[0m\x1b[1;36m]\x1b[0m the Britons"


def test_parts_of_trees():
    tag = MATCH["in"]
    assert written(MATCH["pp"]) == "(PP (IN of) (NP (DT the) (NNPS Britons)))"
    assert (written(tag), written(tag.children[0])) == ("(IN of)", "of")
    assert drawn(MATCH["pp"], PLAIN).splitlines()[0].strip() == "PP"
    assert drawn(tag, PLAIN) == "(IN of)"


def test_json():
    values = json.loads(as_json(7, MATCH, MATCH["pp"]))
    assert (values["tree"], values["label"], values["left"], values["right"]) == (7, "PP", 3, 6)
    assert values["words"] == ["of", "the", "Britons"]
    assert values["context"] == "Arthur is King of the Britons"
    assert values["subtree"] == written(MATCH["pp"])
    assert {name: node["label"] for name, node in values["names"].items()} == {"np": "NP", "pp": "PP", "in": "IN"}
    assert values["variables"] == {"letter": "I"}


def test_csv():
    lines = [csv_lines([COLUMNS]), as_rows(7, 2, [("", MATCH.node), ("pp", MATCH["pp"])])]
    rows = list(csv.DictReader("\n".join(lines).splitlines()))
    assert [(row["tree"], row["match"], row["name"], row["label"]) for row in rows] == [
        ("7", "2", "", "NP"),
        ("7", "2", "pp", "PP"),
    ]
    assert (rows[1]["left"], rows[1]["right"], rows[1]["text"]) == ("3", "6", "of the Britons")
    assert csv_lines([["a,b", 'c"d']]) == '"a,b","c""d"'
