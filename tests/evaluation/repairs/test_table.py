"""Errors by category, as a table and as plain values."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from evaluation.repairs.cases import pairs
from rightmost.evaluation.repairs.analysis import Analysis, analyse
from rightmost.evaluation.repairs.category import Category
from rightmost.evaluation.repairs.examples import example_values
from rightmost.evaluation.repairs.table import as_json, table
from rightmost.trees.tree import Tree
from strategies import ARTHUR

GOLD = Tree.from_string(ARTHUR)
FLAT = Tree.from_string("(S (NP (NNP Arthur)) (VP (VBZ is) (NP (NN King)) (PP (IN of) (NP (DT the) (NNPS Britons)))))")
RENAMED = Tree.from_string(ARTHUR.replace("(NP (NP (NN King))", "(NP (ADJP (NN King))"))
SYSTEMS = {"one": analyse([GOLD] * 2, [FLAT, RENAMED]), "two": analyse([GOLD] * 2, [RENAMED, RENAMED])}


def rows_of(analyses: dict[str, Analysis]) -> list[tuple[str, list[int]]]:
    """The table's rows: a name, and for each system the errors and the brackets."""
    rows = [line.split() for line in table(analyses).splitlines()[2:]]
    figures = 2 * len(analyses)
    return [(" ".join(row[:-figures]), list(map(int, row[-figures:]))) for row in rows]


def test_two_systems_side_by_side() -> None:
    assert table(SYSTEMS).splitlines() == [
        "                                      one                 two",
        "                          errors brackets     errors brackets",
        "PP attachment                  1        1          0        0",
        "single-word phrase             1        2          2        4",
        "unary                          0        0          0        0",
        "NP internal structure          0        0          0        0",
        "different label                0        0          0        0",
        "modifier attachment            0        0          0        0",
        "clause attachment              0        0          0        0",
        "unset add                      0        0          0        0",
        "unset remove                   0        0          0        0",
        "co-ordination                  0        0          0        0",
        "XoverX unary                   0        0          0        0",
        "NP attachment                  0        0          0        0",
        "unset move                     0        0          0        0",
        "VP attachment                  0        0          0        0",
        "all                            2        3          2        4",
    ]
    assert table(SYSTEMS).endswith("\n")


def test_the_first_system_says_what_is_on_top() -> None:
    turned = {"two": SYSTEMS["two"], "one": SYSTEMS["one"]}
    assert rows_of(turned)[:2] == [("single-word phrase", [2, 4, 1, 2]), ("PP attachment", [0, 0, 1, 1])]


def test_long_names_make_room_for_themselves() -> None:
    long = "parses/of/the/first/system.txt"
    lines = table({long: SYSTEMS["one"], "two": SYSTEMS["two"]}).splitlines()
    assert len({len(line) for line in lines}) == 1
    assert [lines[0].index(name) + len(name) for name in (long, "two")] == [
        lines[1].index("brackets") + len("brackets"),
        len(lines[1]),
    ]


@given(st.lists(pairs(), max_size=3))
def test_the_table_adds_up(trees: list[tuple[Tree, Tree]]) -> None:
    analysis = analyse([gold for gold, _ in trees], [predicted for _, predicted in trees])
    *rows, (name, total) = rows_of({"mine": analysis})
    assert (name, total) == ("all", list(analysis.total))
    assert [sum(column) for column in zip(*(row for _, row in rows))] == total
    assert {name for name, _ in rows} == {category.value for category in Category}
    assert [errors for _, (errors, _) in rows] == sorted((errors for _, (errors, _) in rows), reverse=True)
    (values,) = as_json({"mine": analysis})
    assert [(name, list(values["categories"][name].values())) for name, _ in rows] == rows


def test_as_json() -> None:
    comma, mistagged = (Tree.from_string(f"(S (RB Now) ({tag} ,) (VP (VB sit)))") for tag in (",", "IN"))
    analysis = analyse([GOLD, GOLD, GOLD, comma, GOLD], [FLAT, None, None, mistagged, GOLD])
    one, two = as_json({"mine": analysis, "two": SYSTEMS["two"]})
    categories = one.pop("categories")
    assert one == {
        "predicted": "mine",
        "sentences": 5,
        "compared_sentences": 2,
        "skipped_sentences": 2,
        "error_sentences": 1,
        "errors": 1,
        "brackets": 1,
        "unset": 0.0,
    }
    assert list(categories) == [category.value for category in Category]
    assert categories["PP attachment"] == {"errors": 1, "brackets": 1}
    assert (two["predicted"], two["brackets"]) == ("two", 4)


def test_as_json_with_examples() -> None:
    one, two = as_json(SYSTEMS, examples=1)
    assert one["examples"] == [example_values(error) for error in SYSTEMS["one"].errors]
    assert two["examples"] == [example_values(SYSTEMS["two"].errors[0])]
    assert json.loads(json.dumps(two)) == two
