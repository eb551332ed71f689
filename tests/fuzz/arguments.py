"""The command line: done, or refused in one line with exit code 1 or 2."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from unittest import mock

from hypothesis import strategies as st

import rightmost
from command_line import run
from fuzz.target import Target, within
from fuzz.texts import of_pieces
from model.networks import network
from rightmost.cli.main import COMMANDS
from rightmost.modelfile.folder import save_model
from strategies import ARTHUR, ARTHUR_ACTIONS

FILES = ["trees.txt", "actions.txt", "text.txt", "empty.txt", "binary", "folder", "none.txt", "model", "config.toml"]
OPTIONS = [
    "--file",
    "--format",
    "--model",
    "--beam",
    "--output",
    "--tokenized",
    "--device",
    "--dtype",
    "--style",
    "--json",
    "--params",
    "--gold-tags",
    "--system",
    "--outline",
    "--width",
    "--set",
    "--seeds",
    "--from",
    "--resume",
    "--",
    "--help",
    "--live",
    "-x",
    "--version",
    "--ascii",
]
VALUES = [
    "bracket",
    "tree",
    "json",
    "svg",
    "conll",
    "0",
    "1",
    "2",
    "-1",
    "1e9",
    "cpu",
    "cuda",
    "int8",
    "en",
    "out.txt",
    "in-order",
    "ptb",
    "seed=1",
    "Arthur",
]
argument = (
    st.sampled_from(FILES) | st.sampled_from(OPTIONS) | st.sampled_from(VALUES) | of_pieces(["-", "=", "a"], most=3)
)
lines = st.tuples(
    st.sampled_from([command for command in COMMANDS if command != "demo"]), st.lists(argument, max_size=5)
)


@cache
def place() -> Path:
    """A folder with one file of each kind, and a small model under the shipped one's name."""
    made = Path(mkdtemp(prefix="fuzz-"))
    work = made / "work"
    (work / "folder").mkdir(parents=True)
    save_model(network(), work / "model", about={})
    save_model(network(), made / "models" / "en", about={})
    (work / "trees.txt").write_text(f"{ARTHUR}\n{ARTHUR}\n")
    (work / "actions.txt").write_text(f"{ARTHUR_ACTIONS}\n{ARTHUR_ACTIONS}\n")
    (work / "text.txt").write_text("Arthur is King.\n\nof the Britons\n")
    (work / "empty.txt").write_text("")
    (work / "binary").write_bytes(b"\xff\xfe\x00")
    (work / "config.toml").write_text("epochs = 1\n")
    return made


def check(line: tuple[str, list[str]]) -> None:
    command, arguments = line
    if any("\x00" in each for each in arguments) or "-" in arguments:
        return  # what no shell can give; and standard input, which is the fuzzer's own
    init = str(place() / "__init__.py")
    with TemporaryDirectory() as scratch, mock.patch.object(rightmost, "__file__", init):
        work = shutil.copytree(place() / "work", Path(scratch) / "work")
        with within(work):
            code, _, err = run(command, *arguments)
    assert code in (0, 1, 2), (code, err)
    assert "Traceback" not in err
    if code and err:
        assert any(said.startswith("rightmost: ") for said in err.splitlines()), err


TARGET = Target(check, {"line": lines}, cases=2500)
