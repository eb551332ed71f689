"""`rightmost models`, from the command line in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import rightmost
from command_line import run
from model.networks import VOCABULARY, network
from rightmost.modelfile.folder import save_model


@pytest.fixture
def models(tmp_path, monkeypatch) -> Path:
    monkeypatch.setattr(rightmost, "__file__", str(tmp_path / "__init__.py"))
    return tmp_path / "models"


def test_none_is_installed(models):
    assert run("models") == (0, f"no model is installed in {models}; train one: rightmost train CONFIG\n", "")


def test_what_is_installed(models):
    scores = {"data/masc.dev.txt": {"f1": 91.793}, "gum.dev.txt": {"f1": 90.5}}
    for name, about in [("en", {"licence": "CC BY-SA 4.0", "dev": scores}), ("tiny", {})]:
        (models / name).mkdir(parents=True)
        (models / name / "config.json").write_text(json.dumps({"about": about}), encoding="utf-8")
        (models / name / "weights.safetensors").write_bytes(b"0" * 3_000_000)
    code, out, err = run("models")
    assert (code, err) == (0, "")
    assert out == (
        "name  size    licence       F1\n"
        "en    3.0 MB  CC BY-SA 4.0  masc.dev 91.79, gum.dev 90.50\n"
        "tiny  3.0 MB  not stated    not measured\n"
    )


def test_a_foreign_folder(models):
    (models / "en").mkdir(parents=True)
    (models / "en" / "config.json").write_text("{}", encoding="utf-8")
    code, out, err = run("models")
    assert (code, out) == (1, "")
    assert err.startswith(f"rightmost: {models / 'en' / 'config.json'}: not the config of a Rightmost model")


@pytest.fixture
def tiny(models):
    save_model(network(styles=("gum", "masc"), style="gum"), models / "tiny", about={"licence": "CC BY 4.0"})
    return models / "tiny"


def test_all_about_one(tiny):
    code, out, err = run("models", "tiny")
    assert (code, err) == (0, "")
    lines = dict(line.split(maxsplit=1) for line in out.splitlines())
    assert (lines["name"], lines["licence"], lines["styles"], lines["style"]) == (
        "tiny",
        "CC BY 4.0",
        "gum masc",
        "gum",
    )
    assert {"S", "NP", "VP"} <= set(lines["labels"].split())
    assert lines["tags"].split() == list(VOCABULARY.tags)
    assert lines["input"] == "words"
    assert run("models", tiny)[1] == out
    assert run("models", "--verbose")[1] == out


def test_one_that_is_not_there(models):
    code, out, err = run("models", "grail")
    assert (code, out) == (1, "")
    assert err.startswith("rightmost: grail: no model here, and none of that name is installed")
