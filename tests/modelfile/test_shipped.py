from __future__ import annotations

import json
from pathlib import Path

import pytest

import rightmost
from rightmost.errors import ModelError
from rightmost.modelfile.shipped import model_folder, shipped_models


@pytest.fixture
def install(tmp_path, monkeypatch):
    """Puts a model's config among the models that come with Rightmost."""
    monkeypatch.setattr(rightmost, "__file__", str(tmp_path / "rightmost" / "__init__.py"))
    monkeypatch.chdir(tmp_path)

    def add(name: str, config: str) -> Path:
        folder = tmp_path / "rightmost" / "models" / name
        folder.mkdir(parents=True)
        (folder / "config.json").write_text(config, encoding="utf-8")
        return folder

    return add


def test_what_is_installed(install):
    about = {"licence": "CC BY 4.0", "dev": {"data/masc.dev.txt": {"f1": 91.5, "recall": 3}, "odd": 5}}
    config = json.dumps({"about": about})
    folder = install("en", config)
    install("cs", '{"about": {"licence": 5, "dev": "?"}}')
    install("aa", '{"about": null}')
    plain, czech, english = shipped_models()
    assert (english.name, english.folder, english.about) == ("en", folder, about)
    assert (english.licence, english.scores, english.size) == ("CC BY 4.0", {"masc.dev": 91.5}, len(config))
    assert (plain.licence, plain.scores, czech.licence, czech.scores) == (None, {}, None, {})


def test_test_figures_come_before_development_figures(install):
    install("en", '{"about": {"test": {"masc.test.txt": {"f1": 90}}, "dev": {"masc.dev.txt": {"f1": 91}}}}')
    assert shipped_models()[0].scores == {"masc.test": 90.0}


def test_figures_of_files_of_one_name_keep_their_paths(install):
    figures = ", ".join(
        f'"{path}": {{"f1": {f1}}}' for path, f1 in [("a/dev.txt", 90), ("b/dev.txt", 91), ("c.txt", 92)]
    )
    install("en", f'{{"about": {{"dev": {{{figures}}}}}}}')
    assert shipped_models()[0].scores == {"a/dev.txt": 90.0, "b/dev.txt": 91.0, "c": 92.0}


@pytest.mark.parametrize("config", ["", "[]", "{}", "5", '{"model": 1}'])
def test_a_foreign_config(install, config):
    folder = install("en", config)
    with pytest.raises(ModelError) as raised:
        shipped_models()
    assert str(raised.value) == (
        f"{folder / 'config.json'}: not the config of a Rightmost model; did something else make it?"
    )


def test_a_folder_of_ones_own_comes_first(install):
    folder = install("en", '{"about": {}}')
    assert model_folder("en") == folder
    Path("en").mkdir()
    Path("en/config.json").write_text("{}", encoding="utf-8")
    assert model_folder("en") == model_folder(Path("en")) == Path("en")


def test_a_folder_that_is_no_model_does_not_hide_one(install):
    folder = install("en", '{"about": {}}')
    for name in ("en", "mine"):
        Path(name).mkdir()
    assert model_folder("en") == folder
    assert model_folder("mine") == Path("mine")  # whose reader says what it lacks


@pytest.mark.parametrize("name", ["xx", "models/en", "", "../en", "/none/such"])
def test_no_such_model(install, name):
    install("en", '{"about": {}}')
    with pytest.raises(ModelError) as raised:
        model_folder(name)
    assert str(raised.value) == (
        f"{name or repr('')}: no model here, and none of that name is installed (installed: en); "
        "give a model's folder, or train one: rightmost train CONFIG"
    )


def test_none_installed(install):
    assert shipped_models() == []
    with pytest.raises(ModelError, match=r"\(installed: none\)"):
        model_folder("en")
