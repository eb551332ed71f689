"""`rightmost complexity`, from the command line in."""

from __future__ import annotations

import csv
import io
import json
import sys
from pathlib import Path

import pytest
import torch

from command_line import run as run_command
from model.networks import network
from rightmost.complexity import measure
from rightmost.modelfile.folder import save_model
from rightmost.trees.tree import Tree
from strategies import ARTHUR

NAMES = (
    "file,W,S,VP,C,T,DC,CT,CP,CN,MLS,MLT,MLC,C/S,VP/T,C/T,DC/C,DC/T,T/S,CT/T,CP/T,CP/C,CN/T,CN/C"  # the design's order
)


@pytest.fixture
def texts(tmp_path: Path) -> tuple[Path, Path]:
    one, other = tmp_path / "one.txt", tmp_path / "other.txt"
    one.write_text(f"(TOP {ARTHUR})\n", encoding="utf-8")
    other.write_text(f"{ARTHUR}\n(ROOT (S (NP (PRP He)) (VP (VBZ rides)) (. .)))\n", encoding="utf-8")
    return one, other


def run(*arguments: object) -> tuple[int, str, str]:
    return run_command("complexity", *arguments)


def test_a_row_a_text(texts):
    code, out, err = run(*texts)
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == NAMES
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [row["file"] for row in rows] == [str(path) for path in texts]
    assert [(row["W"], row["S"], row["MLS"], row["CN/C"]) for row in rows] == [
        ("6", "1", "6.0", "1.0"),
        ("8", "2", "4.0", "0.5"),
    ]


def test_json(texts):
    values = [json.loads(line) for line in run(*texts, "--format", "json")[1].splitlines()]
    assert values[0] == {"file": str(texts[0]), **measure(Tree.from_string(ARTHUR))}
    assert isinstance(values[1]["W"], int)


def test_depth_comes_after(texts):
    header, row, _ = run(*texts, "--depth")[1].splitlines()
    assert header == (
        f"{NAMES},yngve_mean,yngve_max,frazier_mean,frazier_max,frazier_local,depth_mean,depth_max,height_mean,"
        "branching,distance_mean,distance_max"
    )
    assert len(row.split(",")) == len(header.split(","))


def test_examples(texts):
    one, other = texts
    lines = run(one, other, "--examples")[1].splitlines()
    assert f"{one}:1: CN: Arthur is [NP King of the Britons]" in lines
    assert f"{other}:2: VP: He [VP rides] ." in lines
    rows = list(csv.DictReader(io.StringIO(run(one, other, "--examples", "--format", "csv")[1])))
    assert rows[-1] == {
        **{"file": str(other), "sentence": "2", "structure": "T", "label": "S"},
        **{"left": "0", "right": "3", "text": "He rides ."},
    }
    values = [json.loads(line) for line in run(one, "--examples", "--format", "json")[1].splitlines()]
    assert values[0]["text"] == "Arthur"
    assert len(values) == 11


def test_structures_of_ones_own(texts, tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text("[structures.PP]\npatterns = ['PP']\n")
    assert run(texts[0], "--structures", mine)[1] == f"file,PP\n{texts[0]},1\n"
    assert run(texts[0], "--structures", "lu2010")[1].splitlines()[0] == NAMES
    mine.write_text("[structures.PP]\npatterns = ['PP <']\n")
    code, out, err = run(texts[0], "--structures", mine)
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert err.startswith(f"rightmost: {mine}: [structures.PP]: pattern:1:5: ")


def test_standard_input(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO(ARTHUR))
    assert run("-")[1].splitlines()[1].startswith("-,6,1,1,")


def test_bad_files_leave_nothing(texts, tmp_path):
    traces, broken = tmp_path / "traces", tmp_path / "broken"
    traces.write_text("(S (NP (-NONE- *)))")
    broken.write_text("(S (NP")
    written = tmp_path / "out.csv"
    for bad, message in [
        (tmp_path / "missing", f"{tmp_path / 'missing'}: no such file; check the path"),
        (traces, f"{traces}: tree 1: the tree (S (NP (-NONE- *))) holds no words, only empty elements"),
        (broken, f"{broken}:1:1: the tree that begins here with (S never ends: expected 2 more ')'"),
    ]:
        assert run(texts[0], bad, "--output", written) == (1, "", f"rightmost: {message}\n")
        assert run(texts[0], bad) == (1, "", f"rightmost: {message}\n")
        assert run(texts[0], bad, "--examples", "--output", written)[0::2] == (1, f"rightmost: {message}\n")
        assert not written.exists()


@pytest.fixture(scope="module")
def model(tmp_path_factory) -> Path:
    torch.set_num_threads(1)
    path = tmp_path_factory.mktemp("models") / "tiny"
    save_model(network(), path, about={})
    return path


def test_raw_texts_are_parsed_first(model, tmp_path):
    text, empty = tmp_path / "text.txt", tmp_path / "empty.txt"
    text.write_text("Arthur is King. He\nrides.\n\nA king!\n", encoding="utf-8")
    empty.write_text("\n")
    rows = list(csv.DictReader(io.StringIO(run(text, text, "--model", model)[1])))
    assert [(row["file"], row["S"]) for row in rows] == [(str(text), "3")] * 2
    assert run(text, empty, "--model", model) == (1, "", f"rightmost: {empty}: no words in it; expected a text\n")


def test_bad_usage(texts):
    assert run("-", "-") == (2, "", "rightmost: standard input (-) can be read once; give it once\n")
    code, _, err = run(texts[0], "--examples", "--depth")
    assert (code, err.count("\n")) == (2, 1)
    assert "--depth counts nothing; give one of them" in err
    assert run()[0] == 2
    assert run(texts[0], "--model", "nowhere")[0] == 1
