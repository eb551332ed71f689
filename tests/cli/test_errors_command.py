"""`rightmost errors`, from the command line in."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from command_line import run
from strategies import ARTHUR

FLAT = "(S (NP (NNP Arthur)) (VP (VBZ is) (NP (NN King)) (PP (IN of) (NP (DT the) (NNPS Britons)))))"
RENAMED = ARTHUR.replace("(NP (NP (NN King))", "(NP (ADJP (NN King))")
COMMA = "(TOP (S (ADVP (RB Now)) (, ,) (VP (VB sit))))"
MISTAGGED = "(TOP (S (RB Now) (IN ,) (VP (VB sit))))"
BARE = "(TOP (S (RB Now) (, ,) (VP (VB sit))))"


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """Writes lines into a file of this name."""
    monkeypatch.chdir(tmp_path)

    def write(name: str, *lines: str) -> Path:
        Path(name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        return Path(name)

    return write


def test_one_system(file):
    code, out, err = run("errors", file("gold", ARTHUR, ARTHUR, COMMA), file("mine", FLAT, ARTHUR, BARE))
    lines = [line.split() for line in out.splitlines()]
    assert (code, err, len(lines)) == (0, "", 17)
    assert lines[0] == ["mine"]
    assert lines[1] == ["errors", "brackets"]
    assert lines[2:5] == [["PP", "attachment", "1", "1"], ["single-word", "phrase", "1", "1"], ["unary", "0", "0"]]
    assert lines[-1] == ["all", "2", "2"]


def test_two_systems_side_by_side(file):
    gold, one, two = file("gold", ARTHUR, COMMA), file("one", FLAT, BARE), file("two", RENAMED, COMMA)
    code, out, err = run("errors", gold, one, two)
    assert (code, err) == (0, "")
    assert out.splitlines()[:4] == [
        "                                      one                 two",
        "                          errors brackets     errors brackets",
        "PP attachment                  1        1          0        0",
        "single-word phrase             1        1          1        2",
    ]
    assert out.splitlines()[-1] == "all                            2        2          1        2"


def test_examples_mark_the_words(file):
    gold, mine = file("gold", ARTHUR, COMMA, ARTHUR), file("mine", FLAT, BARE, FLAT)
    code, out, _ = run("errors", gold, mine, "--examples", 1)
    assert code == 0
    assert out.split("\n\n", 1)[1] == (
        "PP attachment in mine\n"
        "  sentence 1, 1 bracket: missing NP\n"
        "    Arthur is [King of the Britons]\n"
        "    missing: (NP King of the Britons)\n"
        "\n"
        "single-word phrase in mine\n"
        "  sentence 2, 1 bracket: missing ADVP\n"
        "    [Now] , sit\n"
        "    missing: (ADVP Now)\n"
    )
    code, out, _ = run("errors", gold, mine, "--examples", 2)
    assert out.count("[King of the Britons]") == 2


def test_json(file):
    gold, mine = file("gold", ARTHUR, ""), file("mine", FLAT, "")
    code, out, err = run("errors", gold, mine, "--json", "--examples", 3)
    assert (code, err) == (0, "")
    data = json.loads(out)
    (system,) = data["systems"]
    assert (data["gold"], system["predicted"]) == ("gold", "mine")
    assert (system["sentences"], system["compared_sentences"], system["skipped_sentences"]) == (2, 1, 1)
    assert (system["errors"], system["brackets"], system["unset"], system["error_sentences"]) == (1, 1, 0, 0)
    assert len(system["categories"]) == 14
    assert system["categories"]["PP attachment"] == {"errors": 1, "brackets": 1}
    assert [(each["category"], each["missing"]) for each in system["examples"]] == [("PP attachment", [[2, 6, "NP"]])]
    assert "examples" not in json.loads(run("errors", gold, mine, "--json")[1])["systems"][0]


def test_gold_tags(file):
    gold, mine = file("gold", COMMA, ARTHUR), file("mine", MISTAGGED, FLAT)
    code, out, err = run("errors", gold, mine)
    assert (code, out.splitlines()[-1].split()) == (0, ["all", "1", "1"])
    assert err == (
        "rightmost: mine: 1 of 2 sentences left out, the first is 1: "
        "their punctuation is tagged differently; --gold-tags compares them\n"
    )
    code, out, err = run("errors", gold, mine, "--gold-tags")
    assert (code, out.splitlines()[-1].split(), err) == (0, ["all", "2", "2"], "")


def test_a_perfect_parse_has_no_errors(file):
    good, flat = file("good", ARTHUR), file("flat", FLAT)
    code, out, err = run("errors", good, good, "--json")
    assert (code, err) == (0, "")
    (system,) = json.loads(out)["systems"]
    assert (system["errors"], system["brackets"], system["compared_sentences"]) == (0, 0, 1)
    code, out, _ = run("errors", good, flat, good)
    assert code == 0
    assert out.splitlines()[-1].split()[-2:] == ["0", "0"]


def test_bad_input_gives_one_clear_line(file):
    good, flat = file("good", ARTHUR), file("flat", FLAT)
    for arguments, message in [
        ([good, flat, flat], "flat and flat hold the same trees; give two different systems' files"),
        ([good, flat, file("copy", FLAT)], "flat and copy hold the same trees; give two different systems' files"),
        (
            [good, file("other", ARTHUR.replace("King", "Queen"))],
            "other: sentence 1 is over other words than the gold tree: word 3 is 'Queen', not 'King'; "
            "are these parses of good?",
        ),
        ([good, file("two", FLAT, FLAT)], "trees: 1 in good, 2 in two; expected as many, one a line"),
        ([good, file("none")], "none: no trees in the predicted file; expected one for each of the gold file's"),
        ([file("none"), good], "none: no trees in the gold file; expected one a line, as (S (NP (NNP Arthur)) ...)"),
        (
            [good, file("blank", "")],
            "blank: no sentence could be compared (without a tree: 1, punctuation tagged differently: 0); "
            "expected parses of good",
        ),
        (
            [file("comma", COMMA), file("mistagged", MISTAGGED)],
            "mistagged: no sentence could be compared (without a tree: 0, punctuation tagged differently: 1); "
            "--gold-tags compares those",
        ),
        ([good, "missing"], "missing: no such file"),
    ]:
        for options in ([], ["--json"], ["--examples", "2"]):
            code, out, err = run("errors", *arguments, *options)
            assert (code, out) == (1, "")
            assert err.startswith(f"rightmost: {message}")
            assert err.count("\n") == 1


def test_standard_input(file):
    good, flat = file("good", ARTHUR), file("flat", FLAT)
    for arguments, message in [
        (["-", "-"], "only one of the files can be standard input (-); give a file for each of the others"),
        (["-", good, flat], "GOLD cannot be standard input (-) with two systems, as it is read twice; give a file"),
    ]:
        assert run("errors", *arguments) == (2, "", f"rightmost: {message}\n")
