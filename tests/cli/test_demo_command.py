"""`rightmost demo`, from the command line in, with a tiny random model in the shipped one's place."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
from pathlib import Path
from unittest import mock

import pytest

import rightmost
from command_line import run
from model.networks import network
from rightmost.__main__ import main
from rightmost.modelfile.folder import save_model
from strategies import ARTHUR

TREE = rightmost.Tree.from_string(ARTHUR)
WORDS = "Arthur is King of the Britons"
GOLD = """\
Arthur   attach(0,NP)
is       juxtapose(0,VP,S)
King     attach(1,NP)
of       juxtapose(2,PP,NP)
the      attach(3,NP)
Britons  attach(4,None)
"""


@pytest.fixture(scope="module")
def saved(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("saved") / "en"
    save_model(network(), folder, about={})
    return folder


@pytest.fixture
def models(tmp_path, monkeypatch) -> Path:
    """Where models are installed: none as yet."""
    monkeypatch.setattr(rightmost, "__file__", str(tmp_path / "__init__.py"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "models"


@pytest.fixture
def parser(saved, models) -> rightmost.Parser:
    """The installed model's."""
    shutil.copytree(saved, models / "en")
    return rightmost.load("en", device="cpu")


def test_no_model_is_installed(models):
    code, out, err = run("demo")
    assert (code, out) == (0, f"{GOLD}\n{TREE.draw()}\n\n")
    assert err == (
        "rightmost: no model is installed, so this is the example's gold tree; train one: rightmost train CONFIG\n"
    )


def test_a_text_but_no_model(models):
    code, out, err = run("demo", "Go !")
    assert (code, out) == (1, "")
    assert err == (
        "rightmost: en: no model here, and none of that name is installed (installed: none); "
        "give a model's folder, or train one: rightmost train CONFIG\n"
    )


def test_the_running_example_is_parsed_with_the_installed_model(parser):
    tree = parser.parse(WORDS)
    actions = [f"{word:7}  {action}" for word, action in zip(tree.words, rightmost.oracle(tree))]
    assert run("demo") == (0, "\n".join([*actions, "", tree.draw(), "", ""]), "")


def test_a_text_of_two_sentences(parser):
    code, out, err = run("demo", "Arthur rides. He sees (it)!")
    assert (code, err) == (0, "")
    trees = [parser.parse(text) for text in ("Arthur rides.", "He sees (it)!")]
    assert [out.count(tree.draw()) for tree in trees] == [1, 1]
    for tree in trees:
        for word, action in zip(tree.words, rightmost.oracle(tree)):
            assert f"\n{word:{max(map(len, tree.words))}}  {action}\n" in f"\n{out}"


def test_a_folder(models, saved):
    assert run("demo", WORDS, "--model", saved)[0] == 0
    assert run("demo", "--model", "none/such")[0] == 1


def test_an_empty_text(parser):
    assert run("demo", " \n") == (1, "", "rightmost: the text is empty: there is nothing to parse\n")


def test_a_text_that_is_none(parser):
    assert run("demo", "bad \udcff") == (1, "", "rightmost: TEXT: not UTF-8 text; is it in another encoding?\n")


def test_growing(models):
    code, out, _ = run("demo", "--grow")
    assert code == 0
    assert [out.count(f"{line.split()[0]}: {line.split()[1]}\n") for line in GOLD.splitlines()] == [1] * 6
    assert out.startswith("Arthur: attach(0,NP)\n\n  NP\n")
    assert out.endswith(f"Britons: attach(4,None)\n\n{TREE.draw()}\n\n")


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def on_a_screen() -> str:
    out = Screen()
    with (
        mock.patch.object(sys, "argv", ["rightmost", "demo"]),
        mock.patch.object(sys, "stdout", out),
        mock.patch.object(sys, "stderr", io.StringIO()),
        pytest.raises(SystemExit, match="0"),
    ):
        main()
    return out.getvalue()


def test_in_colour_when_a_person_is_looking(models, monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv("NO_COLOR", raising=False)
    shown = on_a_screen()
    assert TREE.draw(colour=True) in shown
    assert "\x1b[1mArthur\x1b[0m   attach(0,NP)\n" in shown
    monkeypatch.setenv("NO_COLOR", "1")
    assert on_a_screen() == f"{GOLD}\n{TREE.draw()}\n\n"
    monkeypatch.setenv("COLUMNS", "20")
    assert TREE.draw(width=20) in on_a_screen()


def test_odd_words_cannot_garble_the_screen(parser):
    out = run("demo", "Arthur \x1b[31m 亚瑟 is")[1]
    assert "\x1b" not in out
    assert "␛" in out


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        (None, ["demo"]),
        ("", ["demo"]),
        ('Arthur\'s "king" `of` $HOME; $(pwd)', ["demo", "--", 'Arthur\'s "king" `of` $HOME; $(pwd)']),
        ("--help", ["demo", "--", "--help"]),
    ],
)
def test_make_hands_the_text_over_as_it_is(tmp_path, text, arguments):
    """With a stand-in for the command that prints what it is given."""
    shutil.copy(Path(__file__).parents[2] / "Makefile", tmp_path)
    for name in ("pyproject.toml", "constraints.txt"):
        (tmp_path / name).touch()
    stand_in = tmp_path / ".venv" / "bin" / "rightmost"
    stand_in.parent.mkdir(parents=True)
    stand_in.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')
    stand_in.chmod(0o755)
    (stand_in.parent / "python").touch()
    (tmp_path / ".venv" / ".core").touch()
    given = [] if text is None else [f"TEXT={text}"]
    plain = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    done = subprocess.run(["make", "-s", "demo", *given], cwd=tmp_path, env=plain, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == arguments
