"""A TEXT that begins with a hyphen is no option."""

from __future__ import annotations

import pytest
import typer
from typer.testing import CliRunner

from rightmost.cli.text_command import TextCommand, text_last

app = typer.Typer()


@app.command(cls=TextCommand)
def show(text: str, beam: int = 1, tokenized: bool = False) -> None:
    print([text, beam, tokenized])


@pytest.mark.parametrize(
    ("arguments", "taken"),
    [
        (["-5 degrees"], ["-5 degrees", 1, False]),
        (["-5", "--beam", "3"], ["-5", 3, False]),
        (["--beam", "3", "--tokenized", "-.5 is half"], ["-.5 is half", 3, True]),
        (["--beam", "-5", "Go"], ["Go", -5, False]),
        (["- an item"], ["- an item", 1, False]),
        (["-- he said", "--tokenized"], ["-- he said", 1, True]),
        (["--tokenized", "--", "--beam"], ["--beam", 1, True]),
        (["-"], ["-", 1, False]),
    ],
)
def test_what_a_command_gets(arguments: list[str], taken: list[object]) -> None:
    assert CliRunner().invoke(app, arguments).output == f"{taken}\n"


@pytest.mark.parametrize("arguments", [["--bem", "3"], ["-x"], ["-5", "--beam"]])
def test_options_stay_options(arguments: list[str]) -> None:
    assert CliRunner().invoke(app, arguments).exit_code == 2


def test_without_such_a_text_nothing_moves() -> None:
    assert text_last(["a", "--b", "c"], with_value=set()) == ["a", "--b", "c"]
    assert text_last(["-5", "--", "c"], with_value=set()) == ["-5", "--", "c"]
