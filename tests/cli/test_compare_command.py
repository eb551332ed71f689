"""`rightmost compare`, from the command line in."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from command_line import run
from strategies import ARTHUR

WORSE = ARTHUR.replace("(PP", "(ADJP")
COMMA = "(TOP (S (ADVP (RB Now)) (, ,) (VP (VB sit))))"
MISTAGGED = COMMA.replace("(, ,)", "(IN ,)")
GRAIL = "(NP (NN Grail))"


@pytest.fixture
def file(tmp_path: Path) -> Callable[..., Path]:
    """Writes lines into a file of this name."""

    def write(name: str, *lines: str) -> Path:
        path = tmp_path / name
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        return path

    return write


def test_the_table(file):
    gold, a, b = file("gold", *[ARTHUR] * 8), file("a", *[WORSE] * 8), file("b", *[ARTHUR] * 8)
    code, out, err = run("compare", gold, a, b, "--resamples", 200)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[:3] == [
        f"A = {a}",
        f"B = {b}",
        "Sentences: 8 compared, 0 left out. Intervals: 95%, paired bootstrap. Resamples: 200, seed 0.",
    ]
    assert lines[5].startswith("F1          85.71 [85.71, 85.71]")
    assert "+14.29 [+14.29, +14.29]" in lines[5]
    assert "+100.00 [+100.00, +100.00]" in lines[6]


def test_json_and_seed(file):
    gold = file("gold", *[ARTHUR] * 8)
    a, b = file("a", *[WORSE, ARTHUR] * 4), file("b", *[ARTHUR] * 7, WORSE)
    options = ["--json", "--resamples", 300]
    code, out, err = run("compare", gold, a, b, *options)
    assert (code, err) == (0, "")
    values = json.loads(out)
    assert (values["a"], values["b"], values["compared"], values["level"]) == (str(a), str(b), 8, 0.95)
    assert values["exact_match"]["difference"]["value"] == 37.5
    assert 0 < values["f1"]["p_randomisation"] <= 1
    assert run("compare", gold, a, b, *options, "--seed", 0)[1] == out
    assert run("compare", gold, a, b, *options, "--seed", 1)[1] != out


def test_sentences_that_evalb_cannot_score_for_both(file):
    gold = file("gold", ARTHUR, COMMA, ARTHUR, ARTHUR)
    a, b = file("a", WORSE, MISTAGGED, ARTHUR, ARTHUR), file("b", ARTHUR, COMMA, "", ARTHUR)
    code, out, err = run("compare", gold, a, b, "--resamples", 10)
    assert code == 0
    assert "Sentences: 2 compared, 2 left out." in out
    assert err == (
        f"left out, as evalb cannot score them for both: {a} (errors: 1, missing: 0), {b} (errors: 0, missing: 1); "
        "--gold-tags keeps those whose punctuation is only tagged otherwise\n"
    )
    code, out, err = run("compare", gold, a, b, "--resamples", 10, "--gold-tags")
    assert "Sentences: 3 compared, 1 left out." in out
    assert err == (
        f"left out, as evalb cannot score them for both: {a} (errors: 0, missing: 0), {b} (errors: 0, missing: 1)\n"
    )


def test_a_parameter_file(file):
    params = file("camelot.prm", "DELETE_LABEL ADJP", "DELETE_LABEL PP", "MAX_ERROR 0")
    gold, a, b = file("gold", ARTHUR, "(NP (NN [))"), file("a", WORSE, GRAIL), file("b", ARTHUR, "(NP (NN -LSB-))")
    code, out, err = run("compare", gold, b, file("c", WORSE, "(NP (NN [))"), "--params", params, "--json")
    values = json.loads(out)
    assert (code, values["f1"]["difference"]["value"], values["left_out"]) == (0, 0, 1)  # as written, [ is not -LSB-
    code, out, err = run("compare", gold, a, b, "--params", params)
    assert (code, out) == (1, "")
    assert err == (
        f"rightmost: {a}, tree 2: 'Grail' where the gold tree has '['; it must be over the words of {gold}, "
        "tree by tree\n"
    )


def test_too_many_errors(file):
    params = file("camelot.prm", "DELETE_LABEL ,", "MAX_ERROR 0")
    gold, a, b = file("gold", COMMA, COMMA), file("a", MISTAGGED, MISTAGGED), file("b", COMMA, COMMA)
    assert run("compare", gold, b, a, "--params", params) == (
        1,
        "",
        f"rightmost: {a}: gave up at sentence 2, Length unmatch (2|3): error 2 is too many for MAX_ERROR 0; "
        "raise it, or mend the trees\n",
    )


@pytest.mark.parametrize(
    ("tree", "difference"),
    [
        (GRAIL, "'Grail' where the gold tree has 'Arthur'"),
        (ARTHUR.replace(" (NNPS Britons)", ""), "5 words where the gold tree has 6"),
    ],
)
def test_other_words(file, tree, difference):
    gold, good, bad = file("gold", ARTHUR, ARTHUR), file("good", WORSE, ARTHUR), file("bad", ARTHUR, tree)
    for files in ((good, bad), (bad, good)):
        assert run("compare", gold, *files) == (
            1,
            "",
            f"rightmost: {bad}, tree 2: {difference}; it must be over the words of {gold}, tree by tree\n",
        )


def test_empty_elements_and_empty_lines_are_no_words(file):
    traces = ARTHUR.replace("(NNP Arthur)", "(NNP Arthur) (-NONE- *T*)")
    gold, a, b = file("gold", traces, ARTHUR, ""), file("a", WORSE, ARTHUR, ""), file("b", ARTHUR, ARTHUR)
    code, out, err = run("compare", gold, a, b, "--json", "--resamples", 5)
    assert (code, err) == (0, "")
    assert json.loads(out)["compared"] == json.loads(out)["sentences"] == 2


def test_nothing_for_both(file):
    gold, a, b = file("gold", ARTHUR, ARTHUR), file("a", ARTHUR, ""), file("b", "", ARTHUR)
    assert run("compare", gold, a, b) == (
        1,
        "",
        "rightmost: none of 2 sentences could be scored for both parsers: are their trees over the same words?\n",
    )


def test_bad_files_give_one_clear_line(file, tmp_path):
    good, other, empty = file("good", ARTHUR), file("other", WORSE), file("empty")
    two, missing = file("two", ARTHUR, ARTHUR), tmp_path / "missing"
    for arguments, message in [
        ([good, other, other], f"{other} and {other} hold the same trees: there is nothing to compare"),
        ([good, other, file("copy", WORSE)], f"{other} and {tmp_path / 'copy'} hold the same trees: there is nothing"),
        ([empty, good, other], f"{empty}: no trees in the gold file; expected one a line"),
        ([good, empty, other], f"{empty}: no trees in the predicted file; expected one for each of the gold file's"),
        ([good, other, empty], f"{empty}: no trees in the predicted file"),
        ([good, two, other], f"trees: 1 in {good}, 2 in {two}; expected as many, one a line"),
        ([good, other, two], f"trees: 1 in {good}, 2 in {two}; expected as many, one a line"),
        ([good, other, missing], f"{missing}: no such file; check the path"),
        ([good, other, file("bad", ARTHUR[:-1])], f"{tmp_path / 'bad'}:1:"),
        ([good, good, other, "--params", missing], f"{missing}: no such file"),
    ]:
        code, out, err = run("compare", *arguments)
        assert (code, out) == (1, ""), message
        assert err.startswith(f"rightmost: {message}")
        assert err.count("\n") == 1


def test_standard_input(file, monkeypatch):
    gold, other = file("gold", ARTHUR), file("other", WORSE)
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{ARTHUR}\n"))
    assert run("compare", gold, other, "-", "--resamples", 5)[0] == 0
    for files in [("-", gold, other), (gold, "-", "-")]:
        assert run("compare", *files) == (
            2,
            "",
            "rightmost: only A or B can be standard input (-), and GOLD is read twice; give files for the others\n",
        )


@pytest.mark.parametrize(
    ("options", "said"), [(["--resamples", "0"], "resamples"), (["--seed", "-1"], "seed"), (["--seed", "x"], "seed")]
)
def test_bad_usage(file, options, said):
    code, out, err = run("compare", file("gold", ARTHUR), file("a", ARTHUR), file("b", WORSE), *options)
    assert (code, out) == (2, "")
    assert said in err
    assert run("compare", "gold", "a")[0] == 2
