"""Options that several commands have, in a command of their own."""

from __future__ import annotations

from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from rightmost.cli.options import GoldTags, LookAhead, Output, Params, Style

app = typer.Typer()


@app.command()
def show(
    params: Params = None,
    gold_tags: GoldTags = False,
    style: Style = None,
    output: Output = None,
    look_ahead: LookAhead = None,
) -> None:
    print([params, gold_tags, style, output, look_ahead])


@pytest.mark.parametrize(
    ("arguments", "taken"),
    [
        ([], [None, False, None, None, None]),
        (["--params", "camelot.prm", "--gold-tags", "--style", "masc"], ["camelot.prm", True, "masc", None, None]),
        (["--output", "drawn.txt"], [None, False, None, Path("drawn.txt"), None]),
        (["--look-ahead", "0"], [None, False, None, None, 0]),
        (["--output", "-"], [None, False, None, None, None]),  # standard output
    ],
)
def test_what_a_command_gets(arguments: list[str], taken: list[object]) -> None:
    assert CliRunner().invoke(app, arguments).output == f"{taken}\n"


def test_their_help(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    shown = CliRunner().invoke(app, ["--help"]).output
    for words in (
        "One of evalb's parameter files. Without: Collins's labels, no error limit.",
        "Put the gold tags into the predicted trees first.",
        "The annotation style to parse in, for a model that knows some.",
        "Write here, not to standard output (-).",
    ):
        assert words in shown
