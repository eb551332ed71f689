"""Errors shown in their sentences."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.repairs.cases import CASES, pairs
from rightmost.evaluation.repairs.analysis import Analysis, Error, analyse
from rightmost.evaluation.repairs.category import Category
from rightmost.evaluation.repairs.examples import example_values, examples, examples_by_category, marked_words
from rightmost.trees.tree import Leaf, Tree
from strategies import ARTHUR

GOLD = Tree.from_string(ARTHUR)
FLAT = Tree.from_string("(S (NP (NNP Arthur)) (VP (VBZ is) (NP (NN King)) (PP (IN of) (NP (DT the) (NNPS Britons)))))")
COMMA = Tree.from_string("(S (NP (NNP Arthur) (, ,) (NN King)) (VP (VBZ sits)))")
ALL_CASES = analyse(*([Tree.from_string(text) for text in texts] for texts in zip(*(case[:2] for case in CASES))))


def relabelled(*words: str) -> Error:
    """The one error of a VP that should be an NP."""
    leaves = [Leaf(word, "NN") for word in words]
    (error,) = analyse([Tree("NP", leaves)], [Tree("VP", leaves)]).errors
    return error


def shown(error: Error) -> list[str]:
    """The lines about the error, without its category."""
    return examples({"mine": Analysis(1, (error,))}, most=1).splitlines()[2:]


def test_the_running_example() -> None:
    other = Tree.from_string(ARTHUR.replace("(NP (NP (NN King))", "(NP (ADJP (NN King))"))
    assert examples({"one": analyse([GOLD], [FLAT]), "two": analyse([GOLD, GOLD], [GOLD, other])}, most=3) == (
        "\n"
        "PP attachment in one\n"
        "  sentence 1, 1 bracket: missing NP\n"
        "    Arthur is [King of the Britons]\n"
        "    missing: (NP King of the Britons)\n"
        "\n"
        "single-word phrase in two\n"
        "  sentence 2, 2 brackets: NP, not ADJP\n"
        "    Arthur is [King] of the Britons\n"
        "    missing: (NP King)\n"
        "    extra: (ADJP King)\n"
    )


def test_several_brackets_of_one_error_stand_in_one_line() -> None:
    gold, predicted = (
        Tree.from_string("(S (NP (NN a) (NN b)) (VP (VB c) (NN d) (NN e)))"),
        Tree.from_string("(S (NP (NN a) (NN b) (VB c)) (VP (NN d) (NN e)))"),
    )
    assert examples({"mine": analyse([gold], [predicted])}, most=1).splitlines()[2:] == [
        "  sentence 1, 4 brackets: VB moves from NP to VP",
        "    a b [c] d e",
        "    missing: (NP a b), (VP c d e)",
        "    extra: (NP a b c), (VP d e)",
    ]


def test_without_errors_there_is_nothing_to_show() -> None:
    assert examples({"mine": analyse([GOLD], [GOLD])}, most=3) == ""
    assert examples({"mine": analyse([GOLD], [FLAT])}, most=0) == ""


@given(st.integers(0, 4))
def test_the_first_of_each_category_are_shown(most: int) -> None:
    found = examples_by_category(ALL_CASES, most=most)
    for category in Category:
        errors = [error for error in ALL_CASES.errors if error.repair.category is category]
        assert found.get(category, []) == errors[:most]
    assert list(found) == (list(Category) if most else [])
    written = Counter(examples({"mine": ALL_CASES}, most=most).splitlines())
    assert all(written[f"{category.value} in mine"] == bool(most) for category in Category)


@given(pairs())
def test_the_words_concerned_are_marked_among_all_the_words(pair: tuple[Tree, Tree]) -> None:
    for error in analyse([pair[0]], [pair[1]]).errors:
        values = example_values(error)
        left, right, words = values["left"], values["right"], values["words"]
        assert 0 <= left < right <= len(words)
        assert marked_words(error).replace("[", "").replace("]", "").split() == words
        inside = marked_words(error).partition("[")[2].partition("]")[0]
        assert inside.split() == words[left:right]


def test_punctuation_inside_is_marked_too() -> None:
    predicted = Tree.from_string("(S (X (NNP Arthur) (, ,) (NN King)) (VP (VBZ sits)))")
    (error,) = analyse([COMMA], [predicted]).errors
    assert marked_words(error) == "[Arthur , King] sits"
    assert shown(error)[2:] == ["    missing: (NP Arthur , King)", "    extra: (X Arthur , King)"]
    assert example_values(error)["missing"] == [[0, 3, "NP"]]


@pytest.mark.parametrize(("words", "written"), [(8, "w0 w1 w2 w3 w4 w5 w6 w7"), (9, "w0 w1 w2 w3 ... w5 w6 w7 w8")])
def test_long_brackets_are_cut_in_the_middle(words: int, written: str) -> None:
    error = relabelled(*(f"w{place}" for place in range(words)))
    assert shown(error)[2:] == [f"    missing: (NP {written})", f"    extra: (VP {written})"]
    assert marked_words(error).split()[-1] == f"w{words - 1}]"


def test_every_word_is_on_the_line_of_its_sentence() -> None:
    error = relabelled("New\nYork", "", "(", "a b")
    assert marked_words(error) == "[New-U+0A-York -EMPTY- ( a-U+20-b]"
    assert shown(error)[2] == "    missing: (NP New-U+0A-York -EMPTY- ( a-U+20-b)"
    assert example_values(error)["words"] == ["New\nYork", "", "(", "a b"]


def test_values() -> None:
    (error,) = analyse([GOLD], [FLAT]).errors
    values = {
        "category": "PP attachment",
        "sentence": 1,
        "change": "missing NP",
        "words": ["Arthur", "is", "King", "of", "the", "Britons"],
        "left": 2,
        "right": 6,
        "missing": [[2, 6, "NP"]],
        "extra": [],
    }
    assert json.loads(json.dumps(example_values(error))) == values
