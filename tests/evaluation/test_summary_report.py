"""Summaries to paste: Markdown, LaTeX and JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evaluation.results import write_seeds
from rightmost.evaluation.summary import FIGURES, Cell, Experiment, Row, Summary, read_experiments, summarise
from rightmost.evaluation.summary_report import METHOD, as_json, as_latex, as_markdown


@pytest.fixture
def experiments(tmp_path: Path) -> tuple[Experiment, ...]:
    folders = write_seeds(tmp_path / "base_line", 90.0, 91.0, 92.0), write_seeds(tmp_path / "new", 93.0, 94.0, 95.5)
    return read_experiments(folders)


def test_markdown(experiments: tuple[Experiment, ...]) -> None:
    assert as_markdown(summarise(experiments, baseline=experiments[0])).splitlines() == [
        "| dev | seeds | EM | F1 | LP | LR | Δ EM | p (EM) | Δ F1 | p (F1) |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
        "| base_line | 3 | 51.00 ± 0.58 | 91.00 ± 0.58 | 92.00 ± 0.58 | 90.00 ± 0.58 |  |  |  |  |",
        "| new | 3 | 54.17 ± 0.73 | 94.17 ± 0.73 | 95.17 ± 0.73 | 93.17 ± 0.73 | +3.17 | 0.0291 | +3.17 | 0.0291 |",
        "",
        "| test | seeds | EM | F1 | LP | LR | Δ EM | p (EM) | Δ F1 | p (F1) |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
        "| base_line | 3 | 49.00 ± 0.58 | 89.00 ± 0.58 | 90.00 ± 0.58 | 88.00 ± 0.58 |  |  |  |  |",
        "| new | 3 | 52.17 ± 0.73 | 92.17 ± 0.73 | 93.17 ± 0.73 | 91.17 ± 0.73 | +3.17 | 0.0291 | +3.17 | 0.0291 |",
        "",
        "Mean ± standard error over seeds. Δ: against base_line. p: Welch's t-test over seeds, two-sided, unpaired, "
        "not corrected for several comparisons; n/a with one seed, or no spread.",
    ]


def test_latex(experiments: tuple[Experiment, ...]) -> None:
    assert as_latex(summarise(experiments, baseline=experiments[1])).splitlines()[:10] == [
        f"% Mean ± standard error over seeds. Δ: against new. p: {METHOD}; n/a with one seed, or no spread.",
        "",
        r"\begin{tabular}{lrrrrrrrrr}",
        r"\toprule",
        r"dev & seeds & EM & F1 & LP & LR & $\Delta$ EM & p (EM) & $\Delta$ F1 & p (F1) \\",
        r"\midrule",
        r"base\_line & 3 & 51.00 $\pm$ 0.58 & 91.00 $\pm$ 0.58 & 92.00 $\pm$ 0.58 & 90.00 $\pm$ 0.58"
        r" & -3.17 & 0.0291 & -3.17 & 0.0291 \\",
        r"new & 3 & 54.17 $\pm$ 0.73 & 94.17 $\pm$ 0.73 & 95.17 $\pm$ 0.73 & 93.17 $\pm$ 0.73 &  &  &  &  \\",
        r"\bottomrule",
        r"\end{tabular}",
    ]


def test_without_a_baseline_nothing_is_compared(tmp_path: Path) -> None:
    summary = summarise(read_experiments([write_seeds(tmp_path / "alone", 90.0, test=False)]))
    assert as_markdown(summary).splitlines() == [
        "| dev | seeds | EM | F1 | LP | LR |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
        "| alone | 1 | 50.00 | 90.00 | 91.00 | 89.00 |",
        "",
        "Mean ± standard error over seeds.",
    ]
    assert as_latex(summary).splitlines() == [
        "% Mean ± standard error over seeds.",
        "",
        r"\begin{tabular}{lrrrrr}",
        r"\toprule",
        r"dev & seeds & EM & F1 & LP & LR \\",
        r"\midrule",
        r"alone & 1 & 50.00 & 90.00 & 91.00 & 89.00 \\",
        r"\bottomrule",
        r"\end{tabular}",
    ]
    found = json.loads(as_json(summary))
    assert (found["baseline"], list(found["tables"])) == (None, ["dev"])
    assert found["tables"]["dev"]["alone"]["f1"] == {"values": [90.0], "mean": 90.0, "standard_error": None}


@pytest.mark.parametrize(
    ("name", "markdown", "latex"),
    [
        ("a|b&c~1", r"a\|b&c~1", r"a\textbar{}b\&c\textasciitilde{}1"),
        (r"5%_of_#1^{x}$", r"5%_of_#1^{x}$", r"5\%\_of\_\#1\textasciicircum{}\{x\}\$"),
        ("back\\slash<1>±Δ", "back\\slash<1>±Δ", r"back\textbackslash{}slash$<$1$>$$\pm$$\Delta$"),
    ],
)
def test_odd_names(tmp_path: Path, name: str, markdown: str, latex: str) -> None:
    summary = summarise(read_experiments([write_seeds(tmp_path / name, 90.0, 91.0)]))
    assert f"\n| {markdown} | 2 |" in as_markdown(summary)
    assert f"\n{latex} & 2 &" in as_latex(summary)


@pytest.mark.parametrize(("p", "written"), [(1.0, "1.0000"), (0.0001, "0.0001"), (0.000099, "<0.0001")])
def test_p_values_have_four_digits(p: float, written: str) -> None:
    cell = Cell((91.0,), 91.0, 0.5, difference=1.0, welch_p=p, permutation_p=0.1)
    summary = Summary("base_line", {"dev": (Row("new", (1,), dict.fromkeys(FIGURES, cell)),)})
    assert as_markdown(summary).splitlines()[2].endswith(f"| +1.00 | {written} | +1.00 | {written} |")


def test_p_values_that_are_tiny_or_missing(tmp_path: Path) -> None:
    one = write_seeds(tmp_path / "one", 90.0, 90.001, 90.002)
    other = write_seeds(tmp_path / "other", 95.0, 95.001, 95.002)
    alone = write_seeds(tmp_path / "alone", 80.0)
    experiments = read_experiments([one, other, alone])
    summary = summarise(experiments, baseline=experiments[0])
    assert as_markdown(summary).splitlines()[3].endswith("| +5.00 | <0.0001 | +5.00 | <0.0001 |")
    assert as_markdown(summary).splitlines()[4].endswith("| -10.00 | n/a | -10.00 | n/a |")
    assert "$<$0.0001" in as_latex(summary)


def test_json(experiments: tuple[Experiment, ...]) -> None:
    summary = summarise(experiments, baseline=experiments[0])
    found = json.loads(as_json(summary))
    assert (found["baseline"], found["method"]) == ("base_line", METHOD)
    assert list(found["tables"]) == ["dev", "test"]
    baseline, new = (found["tables"]["dev"][name] for name in ("base_line", "new"))
    assert sorted(new) == sorted(["seeds", *FIGURES])
    assert new["seeds"] == [1, 2, 3]
    cell = summary.tables["dev"][1].cells["f1"]
    assert new["f1"] == {
        "values": [93.0, 94.0, 95.5],
        "mean": cell.mean,
        "standard_error": cell.error,
        "difference": cell.difference,
        "p_welch": cell.welch_p,
        "p_permutation": cell.permutation_p,
    }
    assert list(baseline["f1"]) == ["values", "mean", "standard_error"]
