"""Every implementation of partial trees keeps the same promises to a search."""

from __future__ import annotations

import pytest
import torch

from decoding.searching import trees_of
from model.networks import DECODERS, network, random_words

LENGTHS = [2, 4, 1]


@pytest.mark.parametrize("decoder", DECODERS)
@torch.no_grad()
def test_the_best_action_is_as_probable_as_when_it_is_given(decoder):
    made = network(decoder=decoder).double()
    trees = trees_of(made, random_words(made, sum(LENGTHS), 0), LENGTHS)
    while not trees.finished():
        scores = trees.scores()
        actions, values = scores.best()
        torch.testing.assert_close(scores.given(actions), values)
        assert len(actions) == trees.total.numel()
        trees.grow(actions, values)


@pytest.mark.parametrize("decoder", DECODERS)
@torch.no_grad()
def test_a_beam_of_one_is_the_best_action(decoder):
    made = network(decoder=decoder).double()
    trees = trees_of(made, random_words(made, sum(LENGTHS), 0), LENGTHS)
    while not trees.finished():
        scores, total = trees.scores(), trees.total
        best, came_from, extended = scores.extended(total)
        actions, values = scores.best()
        assert extended[:, 0].tolist() == actions.tolist()
        assert not came_from.any()
        torch.testing.assert_close(best[:, 0].double(), (total[:, 0] + values).double())
        trees.grow(actions, values)


@pytest.mark.parametrize("decoder", DECODERS)
@torch.no_grad()
def test_what_is_found_stands_in_the_sentences_own_order(decoder):
    made = network(decoder=decoder, seed=1).double()
    words = random_words(made, sum(LENGTHS), 0)
    trees = trees_of(made, words, LENGTHS, copies=2)
    assert trees.total[:, 0].tolist() == [0.0] * len(LENGTHS)
    assert (trees.total[:, 1] == float("-inf")).all()
    while not trees.finished():
        trees.grow(*trees.scores().best())
    found = trees.found()
    assert list(found.lengths) == LENGTHS
    for number, part in enumerate(words.split(LENGTHS)):
        alone = trees_of(made, part, [len(part)])
        while not alone.finished():
            alone.grow(*alone.scores().best())
        for copy in range(2):
            assert found.actions[number, copy, : len(part)].tolist() == alone.found().actions[0, 0].tolist()
            assert found.gained[number, copy, : len(part)] == pytest.approx(alone.found().gained[0, 0], abs=1e-6)


@pytest.mark.parametrize("decoder", DECODERS)
@torch.no_grad()
def test_selected_trees_bring_their_histories(decoder):
    made = network(decoder=decoder, seed=1).double()
    trees = trees_of(made, random_words(made, 3, 0), [3], copies=3)
    values = trees.scores()
    trees.select(torch.tensor([0, 0, 0]))
    best, _, actions = values.extended(trees.total)
    trees.grow(actions.flatten(0, 1), best.flatten())
    before = trees.found()
    trees.select(torch.tensor([2, 0, 1]))
    after = trees.found()
    if decoder != "in-order":  # whose actions are not yet a word's: they are kept tree by tree as well
        assert after.actions[0, :, 0].tolist() == before.actions[0, [2, 0, 1], 0].tolist()
    assert after.gained[0, :, 0].tolist() == before.gained[0, [2, 0, 1], 0].tolist()
