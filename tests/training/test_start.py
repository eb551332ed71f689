from __future__ import annotations

from pathlib import Path

import pytest
import torch

import rightmost
from rightmost.errors import ModelError
from rightmost.model.folder import save_model
from rightmost.training.config import TrainingConfig
from rightmost.training.config_file import tomllib
from rightmost.training.start import starting_network
from rightmost.trees.tree import Tree
from training.runs import CONFIG, TREES, tiny_network

CPU = torch.device("cpu")
TREEBANK = [Tree.from_string(tree) for tree in TREES]


def config(**changes):
    return TrainingConfig.model_validate(tomllib.loads(CONFIG)).model_copy(update=changes)


def test_a_seed_is_a_beginning():
    one, same, other = (starting_network(config(seed=seed), TREEBANK, device=CPU) for seed in (1, 1, 2))
    assert all(torch.equal(a, b) for a, b in zip(one.parameters(), same.parameters()))
    assert any(not torch.equal(a, b) for a, b in zip(one.parameters(), other.parameters()))


def test_a_shipped_model_by_name(tmp_path, monkeypatch):
    save_model(tiny_network(), tmp_path / "models" / "xx", about={})
    monkeypatch.setattr(rightmost, "__file__", str(tmp_path / "__init__.py"))
    network = starting_network(config(model=None, start_from="xx"), TREEBANK, device=CPU)
    assert all(torch.equal(a, b) for a, b in zip(network.parameters(), tiny_network().parameters()))
    monkeypatch.chdir(tmp_path)
    Path("xx").mkdir()  # a folder of one's own comes first
    with pytest.raises(ModelError, match="xx: no model here"):
        starting_network(config(model=None, start_from="xx"), TREEBANK, device=CPU)
