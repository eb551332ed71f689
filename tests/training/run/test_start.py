from __future__ import annotations

from pathlib import Path

import pytest
import torch

import rightmost
from rightmost.errors import BadUsage, ModelError
from rightmost.modelfile.folder import load_model, save_model
from rightmost.training.config_file import tomllib
from rightmost.training.run.start import starting_network
from rightmost.training.training_config import TrainingConfig
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


def test_something_must_be_left_to_learn():
    given = config(frozen=("encoder", "decoder"))
    starting_network(given, TREEBANK, device=CPU)  # the tags
    assert given.model is not None
    untagged = given.model.model_copy(update={"tag_head": False})
    with pytest.raises(BadUsage, match="frozen: nothing of this model is left to learn"):
        starting_network(config(frozen=given.frozen, model=untagged), TREEBANK, device=CPU)


def test_what_is_frozen_learns_no_new_labels(tmp_path):
    """Its weights for them would stay random."""
    save_model(tiny_network(), tmp_path / "trained", about={})
    more = [*TREEBANK, Tree.from_string("(NEW (ODD Ni))")]
    for part, unknown in (("decoder", "label NEW"), ("tag_head", "tag ODD")):
        given = config(model=None, start_from=str(tmp_path / "trained"), frozen=(part,))
        starting_network(given, TREEBANK, device=CPU)
        with pytest.raises(BadUsage, match=f"frozen: the model does not know the {unknown}, which data.train has"):
            starting_network(given, more, device=CPU)


def test_a_shipped_model_by_name(tmp_path, monkeypatch):
    save_model(tiny_network(), tmp_path / "models" / "xx", about={})
    monkeypatch.setattr(rightmost, "__file__", str(tmp_path / "__init__.py"))
    network = starting_network(config(model=None, start_from="xx"), TREEBANK, device=CPU)
    assert all(torch.equal(a, b) for a, b in zip(network.parameters(), tiny_network().parameters()))
    monkeypatch.chdir(tmp_path)
    Path("xx").mkdir()
    Path("xx/config.json").write_text("{}")  # a model of one's own comes first
    with pytest.raises(ModelError, match=r"xx.config\.json: not the config of a Rightmost model"):
        starting_network(config(model=None, start_from="xx"), TREEBANK, device=CPU)


def test_styles_letter_case_and_labels_given_the_target_are_added_without_effect_at_first(tmp_path, caplog):
    save_model(tiny_network(), tmp_path / "plain", about={})
    plain = load_model(tmp_path / "plain")
    asked = config().model.model_copy(update={"letter_case": True, "style_dropout": 0.25, "labels_given_target": True})
    data = config().data
    styled = data.model_copy(update={"train": (data.train[0].model_copy(update={"style": "chat"}),)})
    network = starting_network(
        config(model=asked, data=styled, start_from=str(tmp_path / "plain")), TREEBANK, device=CPU
    ).eval()
    assert (network.config.styles, network.config.letter_case, network.config.style_dropout) == (("chat",), True, 0.25)
    unused = caplog.messages[0].partition("not used:")[2]
    assert unused
    assert "style" not in unused
    assert "letter_case" not in unused
    assert "labels_given_target" not in unused
    assert not network.decoder.head.target.weight.any()
    assert_same_words(network, plain)
    network.style = "chat"
    assert_same_words(network, plain)
    with torch.no_grad():
        network.encoder.style_embedding.weight += torch.arange(2.0)[:, None] + 1
    save_model(network, tmp_path / "styled", about={})
    more = data.model_copy(update={"train": (data.train[0].model_copy(update={"style": "law"}),)})
    again = starting_network(
        config(model=None, data=more, start_from=str(tmp_path / "styled")), TREEBANK, device=CPU
    ).eval()
    assert again.config.styles == ("chat", "law")
    assert again.encoder.style_embedding.weight[:, 0].tolist() == [1.0, 2.0, 1.0]


def test_only_what_is_asked_for_changes(tmp_path, caplog):
    network = tiny_network()
    network.config = network.config.model_copy(update={"label_smoothing": 0.125, "style_dropout": 0.25})
    save_model(network, tmp_path / "trained", about={})
    given = config(start_from=str(tmp_path / "trained")).model_dump(exclude={"model"})
    asked = TrainingConfig.model_validate(given | {"model": {"style_dropout": 0.5, "piece_dropout": 0.1}})
    started = starting_network(asked, TREEBANK, device=CPU)
    assert (started.config.label_smoothing, started.config.style_dropout) == (0.125, 0.5)
    assert (started.config.piece_dropout, started.encoder.piece_dropout.share) == (0.1, 0.1)
    assert not caplog.messages
    asked = TrainingConfig.model_validate(given | {"model": {"style": "none of its own"}})
    with pytest.raises(BadUsage, match="style is 'none of its own'"):
        starting_network(asked, TREEBANK, device=CPU)
    caplog.clear()
    asked = TrainingConfig.model_validate(given | {"model": {"gcn_layers": 7}})
    assert starting_network(asked, TREEBANK, device=CPU).config.label_smoothing == 0.125
    assert caplog.messages[0].endswith("not used: gcn_layers = 7")


def assert_same_words(one, other):
    windows = [one.subwords.windows(TREEBANK[0].words)]
    with torch.no_grad():
        assert torch.equal(one.encode(one.input_of(windows)), other.encode(other.input_of(windows)))
