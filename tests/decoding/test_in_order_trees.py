"""In-order partial trees, as searches see them. Their beams are tested beside the others."""

from __future__ import annotations

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from decoding.building import tree_of
from decoding.searching import greedy, trees_of
from model.growing import VOCABULARY, leaf
from model.networks import TREES, network, random_words
from rightmost.errors import RightmostError
from rightmost.trees.unary import collapse


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 10_000), st.lists(st.integers(1, 8), min_size=1, max_size=4))
def test_random_networks_always_come_to_an_end(seed, lengths):
    """With well-formed trees over the words, and no unary chains but those inside collapsed labels."""
    made = network(seed=seed, decoder="in-order", vocabulary=VOCABULARY)
    words = torch.randn(sum(lengths), made.config.width, generator=torch.Generator().manual_seed(seed))
    with torch.no_grad():
        found = greedy(made, words, lengths)
    for part, length in zip(found, lengths, strict=True):
        tree = tree_of(part.numpy(), [leaf(number) for number in range(length)], VOCABULARY)
        assert list(tree.leaves) == [leaf(number) for number in range(length)]
        labels = {node.label for node in collapse(tree).nodes()}
        assert labels <= set(VOCABULARY.labels)


@settings(deadline=None, max_examples=10)
@given(st.integers(0, 10_000))
def test_batched_is_one_at_a_time(seed):
    made = network(seed=seed, decoder="in-order").double()
    lengths = [len(tree.words) for tree in TREES]
    generator = torch.Generator().manual_seed(seed)
    words = torch.randn(sum(lengths), made.config.width, generator=generator, dtype=torch.float64)
    with torch.no_grad():
        together = greedy(made, words, lengths)
        alone = [greedy(made, part, [length])[0] for part, length in zip(words.split(lengths), lengths)]
    for one, other in zip(together, alone, strict=True):
        assert torch.equal(one, other)


@torch.no_grad()
def test_a_tree_that_is_done_has_one_action_which_changes_nothing():
    made = network(decoder="in-order", vocabulary=VOCABULARY).double()
    trees = trees_of(made, random_words(made, 4, 0), [1, 3])
    while int(trees.word[0]) < 1 or not bool(trees._forest.done[0]):
        trees.grow(*trees.scores().best())
    before = trees.found().gained[0].tolist()
    values = trees.scores().values[0]
    assert values.isfinite().sum() == 1
    assert float(values.max()) == 0.0
    trees.grow(*trees.scores().best())
    assert trees.found().gained[0].tolist() == before


@torch.no_grad()
def test_words_cannot_become_known_later():
    made = network(decoder="in-order").double()
    with pytest.raises(RightmostError, match="whole sentences only"):
        trees_of(made, random_words(made, 2, 0), [2]).extend(random_words(made, 3, 0), [3])
