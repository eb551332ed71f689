from __future__ import annotations

import dataclasses
import io

import pytest

from rightmost.errors import RightmostError, UnreadableFile
from rightmost.evaluation.parameters import COLLINS, Parameters, read_parameters


def read(text: str) -> Parameters:
    return read_parameters(io.StringIO(text))


def test_every_keyword():
    assert read(
        "DEBUG 1\nMAX_ERROR 3\nCUTOFF_LEN 70\nLABELED 0\nDELETE_LABEL TOP\nDELETE_LABEL ,\n"
        "DELETE_LABEL_FOR_LENGTH -NONE-\n"
        "QUOTE_LABEL POS\nEQ_LABEL ADVP PRT\nEQ_WORD Arthur Artus\n"
    ) == Parameters(
        deleted_labels=frozenset({"TOP", ","}),
        deleted_for_length=frozenset({"-NONE-"}),
        quote_labels=frozenset({"POS"}),
        equivalent_labels=frozenset({("ADVP", "PRT")}),
        equivalent_words=frozenset({("Arthur", "Artus")}),
        labeled=False,
        cutoff=70,
        max_error=3,
    )


def test_a_silent_file_leaves_evalb_its_own_settings():
    assert read("") == Parameters(max_error=10, cutoff=40, labeled=True)


def test_comments_short_lines_and_spaces_are_passed_over():
    assert read("# DELETE_LABEL S\n##\n\n  \nab\n  # indented\nLABELED 0   \t\nDELETE_LABEL\t #\n") == Parameters(
        labeled=False, deleted_labels=frozenset({"#"}), max_error=10
    )


def test_the_last_number_holds():
    assert read("MAX_ERROR 1\nMAX_ERROR 2\n").max_error == 2


def test_collins_deletes_his_labels_and_never_gives_up():
    assert COLLINS.deleted_labels == {"TOP", "-NONE-", ",", ":", "``", "''", "."}
    assert COLLINS.deleted_for_length == {"-NONE-"}
    assert COLLINS.same_label("PRT", "ADVP")
    assert (COLLINS.max_error, COLLINS.cutoff, COLLINS.labeled) == (None, 40, True)


def test_equivalence_goes_both_ways_and_no_further():
    loose = Parameters(
        equivalent_labels=frozenset({("NP", "VP"), ("VP", "S")}), equivalent_words=frozenset({("Arthur", "Artus")})
    )
    assert loose.same_label("VP", "NP")
    assert loose.same_label("S", "VP")
    assert not loose.same_label("NP", "S")
    assert loose.same_word("Artus", "Arthur")
    assert not loose.same_word("Arthur", "Uther")


def test_frozen():
    with pytest.raises(dataclasses.FrozenInstanceError):
        COLLINS.cutoff = 70  # type: ignore[misc]


KEYWORDS = (
    "DEBUG, MAX_ERROR, CUTOFF_LEN, LABELED, DELETE_LABEL, DELETE_LABEL_FOR_LENGTH, QUOTE_LABEL, EQ_LABEL, EQ_WORD"
)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("DELETE_LABELS TOP", f"unknown keyword 'DELETE_LABELS'; allowed: {KEYWORDS}"),
        (" DELETE_LABEL TOP", "'DELETE_LABEL' is indented; a keyword must start its line"),
        ("DELETE_LABEL", "DELETE_LABEL takes one value, but was given nothing"),
        ("DELETE_LABEL TOP S1", "DELETE_LABEL takes one value, but was given TOP S1"),
        ("EQ_LABEL ADVP", "EQ_LABEL takes two values, but was given ADVP"),
        ("EQ_WORD a b c", "EQ_WORD takes two values, but was given a b c"),
        ("MAX_ERROR ten", "MAX_ERROR is 'ten'; allowed: a whole number, 0 or more"),
        ("MAX_ERROR -1", "MAX_ERROR is '-1'; allowed: a whole number, 0 or more"),
        ("CUTOFF_LEN 4.5", "CUTOFF_LEN is '4.5'; allowed: a whole number, 0 or more"),
        ("CUTOFF_LEN ²", "CUTOFF_LEN is '²'; allowed: a whole number, 0 or more"),
        ("LABELED 2", "LABELED is '2'; allowed: 0 or 1"),
        ("LABELED yes", "LABELED is 'yes'; allowed: 0 or 1"),
    ],
)
def test_a_bad_line_says_where_and_what_is_allowed(tmp_path, line, message):
    path = tmp_path / "camelot.prm"
    path.write_text(f"# the round table\nMAX_ERROR 5\n{line}\n", encoding="utf-8")
    with pytest.raises(RightmostError) as raised:
        read_parameters(path)
    assert str(raised.value) == f"{path}:3: {message}"


def test_no_such_file(tmp_path):
    with pytest.raises(UnreadableFile, match="no such file"):
        read_parameters(tmp_path / "grail.prm")
