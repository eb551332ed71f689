"""`rightmost evaluate`, from the command line in."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rightmost.cli.main import main
from strategies import ARTHUR

COMMA = "(TOP (S (ADVP (RB Now)) (, ,) (VP (VB sit))))"
MISTAGGED = "(TOP (S (ADVP (RB Now)) (IN ,) (VP (VB sit))))"
PARAMETERS = "MAX_ERROR 0\nCUTOFF_LEN 5\nDELETE_LABEL TOP\nDELETE_LABEL ,\n"
HEAD = """\
  Sent.                        Matched  Bracket   Cross        Correct Tag
 ID  Len.  Stat. Recal  Prec.  Bracket gold test Bracket Words  Tags Accracy
============================================================================
"""

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs `rightmost evaluate`; gives its exit code, its output and its talk."""

    def run_evaluate(*arguments: str | Path) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["rightmost", "evaluate", *map(str, arguments)])
        with pytest.raises(SystemExit) as exit:
            main()
        out, err = capsys.readouterr()
        return exit.value.code or 0, out, err  # type: ignore[return-value]

    return run_evaluate


@pytest.fixture
def file(tmp_path: Path) -> Callable[..., Path]:
    """Writes lines into a file of this name."""

    def write(name: str, *lines: str) -> Path:
        path = tmp_path / name
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        return path

    return write


def test_the_report_goes_out_and_the_complaints_aside(run, file):
    gold, predicted = (
        file("gold", ARTHUR, COMMA, ARTHUR),
        file("predicted", ARTHUR.replace("PP", "NP"), MISTAGGED, "(())"),
    )
    code, out, err = run(gold, predicted)
    lines = out.splitlines()
    assert code == 0
    assert lines[3:6] == [
        "   1    6    0   85.71  85.71     6      7    7      0      6     6   100.00",
        "   2    3    1    0.00   0.00     0      0    0      0      0     0     0.00",
        "   3    6    2    0.00   0.00     0      0    0      0      0     0     0.00",
    ]
    assert "Bracketing FMeasure       =  85.71" in lines
    assert "-- len<=40 --" in lines
    assert err == "2 : Length unmatch (2|3)\n"


def test_gold_tags(run, file):
    code, out, err = run(file("gold", COMMA), file("predicted", MISTAGGED), "--gold-tags")
    assert (code, err) == (0, "")
    assert out.splitlines()[3] == "   1    3    0  100.00 100.00     3      3    3      0      2     2   100.00"


def test_json(run, file):
    gold, predicted = file("gold", ARTHUR, COMMA), file("predicted", ARTHUR.replace("PP", "NP"), MISTAGGED)
    code, out, err = run(gold, predicted, "--json")
    tables = json.loads(out)
    assert (code, err) == (0, "2 : Length unmatch (2|3)\n")
    assert list(tables) == ["all", "len<=40"]
    assert tables["all"]["recall"] == tables["all"]["precision"] == 600 / 7
    assert tables["all"]["f1"] == pytest.approx(600 / 7)
    assert (tables["all"]["exact_match"], tables["all"]["tagging_accuracy"]) == (0, 100)
    assert (tables["all"]["sentences"], tables["all"]["error_sentences"]) == (2, 1)


def test_a_parameter_file(run, file):
    rooted = "(ROOT (NP (NNP Arthur)))"
    gold, predicted = file("gold", rooted, ARTHUR), file("predicted", rooted, ARTHUR)
    code, out, _ = run(gold, predicted, "--params", file("camelot.prm", PARAMETERS), "--json")
    assert code == 0
    tables = json.loads(out)
    assert (tables["all"]["gold_brackets"], tables["len<=5"]["gold_brackets"]) == (9, 2)
    _, out, _ = run(gold, predicted, "--json")
    assert json.loads(out)["all"]["gold_brackets"] == 8


def test_words_are_compared_as_written_only_for_a_parameter_file(run, file):
    gold, predicted = file("gold", "(NP (NN [))", ARTHUR), file("predicted", "(NP (NN -LSB-))", ARTHUR)
    assert run(gold, predicted)[2] == ""
    code, _, err = run(gold, predicted, "--params", file("camelot.prm", PARAMETERS))
    assert (code, err) == (0, "1 : Words unmatch ([|-LSB-)\n")


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_gives_up_where_evalb_does(run, file, options):
    gold = file("gold", ARTHUR, COMMA, ARTHUR, COMMA, ARTHUR)
    predicted = file("predicted", ARTHUR, MISTAGGED, ARTHUR, MISTAGGED, ARTHUR)
    code, out, err = run(gold, predicted, "--params", file("camelot.prm", PARAMETERS), *options)
    assert code == 1
    rows = HEAD + (
        "   1    6    0  100.00 100.00     7      7    7      0      6     6   100.00\n"
        "   2    3    1    0.00   0.00     0      0    0      0      0     0     0.00\n"
        "   3    6    0  100.00 100.00     7      7    7      0      6     6   100.00\n"
    )
    assert out == ("" if options else rows)
    assert err == (
        "2 : Length unmatch (2|3)\n4 : Length unmatch (2|3)\n"
        "rightmost: gave up at sentence 4, Length unmatch (2|3): error 2 is too many for MAX_ERROR 0; "
        "raise it, or mend the trees\n"
    )


@pytest.mark.parametrize(
    ("predicted", "counts"), [("(NP (NN Grail))", "errors: 1, skipped: 0"), ("(())", "errors: 0, skipped: 1")]
)
def test_nothing_in_common(run, file, predicted, counts):
    gold, predicted = file("gold", ARTHUR), file("predicted", predicted)
    code, out, err = run(gold, predicted)
    assert code == 1
    assert "Number of Valid sentence  =      0" in out
    assert err.splitlines()[-1] == (
        f"rightmost: no sentence could be scored ({counts}): are {gold} and {predicted} over the same sentences?"
    )
    code, out, _ = run(gold, predicted, "--json")
    assert code == 1
    assert json.loads(out, parse_constant=pytest.fail)["all"]["f1"] == 0


def test_standard_input(run, file, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{ARTHUR}\n"))
    code, out, err = run(file("gold", ARTHUR), "-")
    assert (code, err) == (0, "")
    assert "Complete match            = 100.00" in out


def test_nothing_to_compare_with(run, file):
    code, out, err = run(file("gold", ARTHUR))
    assert (code, out) == (2, "")
    assert err == (
        "rightmost: nothing to compare with the gold trees; give a second file: rightmost evaluate GOLD PREDICTED\n"
    )


def test_standard_input_twice(run):
    code, _, err = run("-", "-")
    assert code == 2
    assert err == ("rightmost: GOLD and PREDICTED cannot both be standard input (-); give a file for one of them\n")


def test_bad_files_give_one_clear_line(run, file, tmp_path):
    good, binary = file("good", ARTHUR), tmp_path / "binary"
    binary.write_bytes(bytes(range(256)))
    unbalanced = file("unbalanced", ARTHUR, ARTHUR[:-1])
    bad_parameters = file("bad.prm", "LABELED maybe")
    for arguments, message in [
        ([good, tmp_path / "missing"], f"{tmp_path / 'missing'}: no such file"),
        ([good, tmp_path], f"{tmp_path}: a folder"),
        ([binary, good], f"{binary}: not UTF-8 text"),
        ([unbalanced, good], f"{unbalanced}:2:"),
        ([file("empty"), good], f"{tmp_path / 'empty'}: no trees in the gold file"),
        ([good, file("two", ARTHUR, ARTHUR)], f"trees: 1 in {good}, 2 in {tmp_path / 'two'}"),
        ([good, good, "--params", bad_parameters], f"{bad_parameters}:1: LABELED is 'maybe'; allowed: 0 or 1"),
        ([good, good, "--params", tmp_path / "missing.prm"], f"{tmp_path / 'missing.prm'}: no such file"),
    ]:
        code, out, err = run(*arguments)
        assert (code, out) == (1, "")
        assert err.startswith(f"rightmost: {message}")
        assert err.count("\n") == 1
