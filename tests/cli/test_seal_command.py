from __future__ import annotations

import json
from pathlib import Path

import pytest

from command_line import run
from model.networks import network
from rightmost.modelfile.folder import load_model, save_model


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    save_model(network(), tmp_path / "en", about={"licence": "none"})
    return tmp_path / "en"


def edit(folder: Path) -> None:
    path = folder / "config.json"
    config = json.loads(path.read_text())
    path.write_text(json.dumps(config | {"about": {"licence": "CC0"}}))


def test_a_folder_that_its_owner_changed(saved):
    edit(saved)
    code, out, err = run("parse", "Go", "--model", saved)
    assert (code, out) == (1, "")
    assert err.endswith(f"if the change is yours: rightmost seal {saved}\n")
    files = len([*saved.iterdir()]) - 1  # config.json has those of the others
    assert run("seal", saved) == (0, f"{saved}: the checksums of {files} files are written\n", "")
    assert run("parse", "Go", "--model", saved)[0] == 0


def test_a_folder_of_an_older_version(saved):
    path = saved / "config.json"
    config = json.loads(path.read_text())
    del config["checksum"]
    path.write_text(json.dumps(config))
    assert run("seal", saved)[0] == 0
    assert load_model(saved)
    assert json.loads(path.read_text())["about"] == {"licence": "none"}


def test_sealing_twice_changes_nothing(saved):
    before = (saved / "config.json").read_bytes()
    assert run("seal", saved)[0] == 0
    assert (saved / "config.json").read_bytes() == before


def test_a_file_that_is_no_file(saved):
    (saved / "more.txt").symlink_to("vocabulary.json")
    code, out, err = run("seal", saved)
    assert (code, out) == (1, "")
    assert err == f"rightmost: {saved / 'more.txt'}: a link, where a file was expected; put the file itself there\n"


def test_what_is_no_model(tmp_path):
    code, out, err = run("seal", tmp_path)
    assert (code, out) == (1, "")
    assert err.startswith(f"rightmost: {tmp_path}: no model here: expected config.json")
