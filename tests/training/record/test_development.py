from __future__ import annotations

import pytest
import torch

from rightmost.training.distributed import Team
from rightmost.training.record import development
from rightmost.training.record.development import Figures, development_figures
from rightmost.trees.tree import Leaf, Tree
from training.runs import TREES, tiny_network

TEAM = Team(0, 1, torch.device("cpu"))
GOLD = [Tree.from_string(tree) for tree in TREES[:3]]


def test_a_network_is_scored_and_left_as_it_was():
    network = tiny_network()
    for training in (True, False):
        network.train(training)
        figures = development_figures(network, GOLD, team=TEAM, bfloat16=False)
        assert network.training is training
        assert 0 <= figures.f1 <= 100
        assert all(weight.requires_grad and not weight.is_inference() for weight in network.parameters())


def test_tags_are_scored_but_do_not_cost_brackets(monkeypatch):
    def parsed(network, sentences):
        return [tree.with_leaves([Leaf(leaf.word, ",") for leaf in tree.leaves]) for tree in GOLD]

    monkeypatch.setattr(development, "parse_leaves", parsed)
    figures = development_figures(tiny_network(), GOLD, team=TEAM, bfloat16=False)
    assert (figures.f1, figures.exact_match, figures.tagging_accuracy) == (100.0, 100.0, 0.0)


def test_shares_are_put_back_in_order(monkeypatch):
    monkeypatch.setattr(development, "parse_leaves", lambda network, sentences: [])
    shares = [[GOLD[0], GOLD[2]], [GOLD[1]]]
    monkeypatch.setattr(Team, "gathered", lambda self, value: shares)
    figures = development_figures(tiny_network(), GOLD, team=Team(1, 2, TEAM.device), bfloat16=False)
    assert figures.f1 == 100.0


def test_files_count_alike():
    one, other = Figures(0.0, 80.0, 82.0, 78.0, 90.0), Figures(50.0, 90.0, 92.0, 88.0, 100.0)
    assert Figures.mean([one, other]) == Figures(25.0, 85.0, 87.0, 83.0, 95.0)
    with pytest.raises(ValueError, match="at least one"):
        Figures.mean([])
