"""What a model says of itself, before it is loaded and after."""

from __future__ import annotations

import json

import pytest

from model.networks import VOCABULARY, network
from rightmost.errors import ModelError
from rightmost.modelfile.folder import save_model
from rightmost.modelfile.info import ModelInfo, label_names
from rightmost.parser import load


@pytest.fixture
def folder(tmp_path):
    save_model(network(styles=("gum", "masc"), style="gum"), tmp_path / "styled", about={"licence": "CC BY 4.0"})
    return tmp_path / "styled"


def test_the_same_of_a_folder_and_of_a_parser(folder):
    info = ModelInfo.of_folder(folder)
    assert (info.name, info.licence, info.styles, info.style) == ("styled", "CC BY 4.0", ("gum", "masc"), "gum")
    assert info.tags == VOCABULARY.tags
    assert {"S", "VP", "NP"} <= set(info.labels)
    assert not any("+" in label for label in info.labels)
    assert len(set(info.labels)) == len(info.labels) == len(label_names(VOCABULARY))
    assert (info.device, info.dtype, info.gold_tags) == (None, None, False)
    loaded = load(folder, style="masc").info
    assert (loaded.name, loaded.style, loaded.device, loaded.dtype) == (str(folder), "masc", "cpu", "float32")
    assert (loaded.labels, loaded.tags, loaded.licence) == (info.labels, info.tags, info.licence)
    with pytest.raises(AttributeError):
        info.name = "other"


@pytest.mark.parametrize("written", ["", "{}", "[]", '{"labels": 3}', "[" * 100_000])
def test_a_damaged_folder(folder, written):
    (folder / "vocabulary.json").write_text(written, encoding="utf-8")
    with pytest.raises(ModelError, match=r"styled: a damaged model folder \(.*\); get it again$"):
        ModelInfo.of_folder(folder)


def test_a_config_without_settings(folder):
    (folder / "config.json").write_text(json.dumps({"about": {}}), encoding="utf-8")
    with pytest.raises(ModelError, match="a damaged model folder"):
        ModelInfo.of_folder(folder)
