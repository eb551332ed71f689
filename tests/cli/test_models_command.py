"""`rightmost models`, from the command line in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import rightmost
from command_line import run


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
