"""`rightmost report`, from the command line in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command_line import run
from evaluation.results import write_seeds


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Path, Path]:
    return write_seeds(tmp_path / "old", 90.0, 91.0, 92.0), write_seeds(tmp_path / "new", 93.0, 94.0, 95.5)


def test_markdown(pair):
    code, out, err = run("report", *pair)
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == "| dev | seeds | EM | F1 | LP | LR |"
    assert out.splitlines()[-1] == "Mean ± standard error over seeds."


def test_latex(pair):
    code, out, err = run("report", pair[1], "--baseline", pair[0], "--format", "latex")
    assert (code, err) == (0, "")
    assert out.count(r"\begin{tabular}{lrrrrrrrrr}") == 2


@pytest.mark.parametrize("listed", [True, False])
def test_the_baseline_need_not_be_listed(pair, listed):
    runs = [pair[1], pair[0]] if listed else [pair[1]]
    code, out, err = run("report", *runs, "--baseline", pair[0], "--format", "json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert found["baseline"] == "old"
    assert list(found["tables"]["dev"]) == (["new", "old"] if listed else ["old", "new"])
    assert found["tables"]["dev"]["new"]["f1"]["p_permutation"] == 0.1


def test_bad_runs_give_one_clear_line(tmp_path, pair):
    assert run("report", tmp_path / "no") == (1, "", f"rightmost: {tmp_path / 'no'}: no such folder; check the path\n")
    assert run("report", pair[0], pair[0]) == (2, "", f"rightmost: {pair[0]} is given twice; give each run once\n")
    assert run("report", pair[0], "--baseline", pair[0]) == (
        2,
        "",
        f"rightmost: {pair[0]} is the baseline, and there is no other run to hold against it; give one more RUN\n",
    )


@pytest.mark.parametrize(("arguments", "said"), [([], "RUN"), (["run", "--format", "html"], "markdown")])
def test_bad_usage(arguments, said):
    code, out, err = run("report", *arguments)
    assert (code, out) == (2, "")
    assert said in err
