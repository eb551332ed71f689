from __future__ import annotations

from pathlib import Path

import pytest

from rightmost.errors import BadUsage
from rightmost.training import presets
from rightmost.training.presets import config_file, preset_names, presets_folder
from tool import ROOT


def test_a_preset_is_found_by_its_name_from_any_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert {"ptb-bert", "ptb-xlnet", "ctb-bert", "example"} <= set(preset_names())
    assert all(Path(config_file(name)).is_file() for name in preset_names())


def test_the_example_is_the_guides():
    guide = (ROOT / "docs" / "TRAINING.md").read_text(encoding="utf-8")
    settings = Path(config_file("example")).read_text(encoding="utf-8").split("\n", 2)[2]
    assert f"```toml\n{settings}```" in guide


def test_a_file_of_that_name_comes_first(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ptb-bert").write_text("epochs = 1\n")
    assert config_file("ptb-bert") == "ptb-bert"


@pytest.mark.parametrize("path", ["none.toml", "configs/none", "configs/none.toml", "-", ""])
def test_what_can_be_no_preset_is_a_path(tmp_path, monkeypatch, path):
    monkeypatch.chdir(tmp_path)
    assert config_file(path) == path


def test_a_name_that_is_neither_lists_the_presets():
    with pytest.raises(BadUsage, match=r"^ptb-brt: no such file, and no preset of that name; .*ptb-bert"):
        config_file("ptb-brt")


def test_an_installed_package_has_them_beside_its_code(tmp_path, monkeypatch):
    (tmp_path / "configs" / "paper").mkdir(parents=True)
    (tmp_path / "configs" / "paper" / "mine.toml").write_text("")
    monkeypatch.setattr(presets.rightmost, "__file__", str(tmp_path / "__init__.py"))
    assert presets_folder() == tmp_path / "configs"
    assert preset_names() == ["mine"]
