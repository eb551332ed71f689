"""Ragged partial trees: words may become known later, and come with other features."""

from __future__ import annotations

import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from decoding.searching import greedy, searched, trees_of
from model.networks import network, random_words
from rightmost.decoding.beam import BeamSearch
from rightmost.decoding.engine import run
from rightmost.decoding.greedy import Greedy
from rightmost.decoding.partial_trees import Policy

lengths_of_sentences = st.lists(st.integers(1, 8), min_size=1, max_size=5)


def prefixes(words: torch.Tensor, lengths: list[int], known: int) -> tuple[torch.Tensor, list[int]]:
    """The features of the first words of each sentence, and how many there are."""
    return torch.cat([part[:known] for part in words.split(lengths)]), [min(known, length) for length in lengths]


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 10_000), lengths_of_sentences, st.sampled_from([1, 3]), st.sampled_from(["graph", "sequence"]))
@torch.no_grad()
def test_words_that_come_one_by_one_are_words_that_were_known(seed, lengths, copies, decoder):
    lengths.sort(reverse=True)
    made = network(seed=seed, decoder=decoder).double()
    words = random_words(made, sum(lengths), seed)
    policy: Policy = BeamSearch(copies) if copies > 1 else Greedy()
    trees = trees_of(made, *prefixes(words, lengths, 1), copies=copies)
    for known in range(1, max(lengths) + 1):
        trees.extend(*prefixes(words, lengths, known))
        while not trees.finished():
            policy.step(trees)
    found, expected = policy.valued(trees.found()), searched(made, words, lengths, policy)
    assert found.actions.tolist() == expected.actions.tolist()
    assert found.lengths == expected.lengths
    torch.testing.assert_close(torch.from_numpy(found.total), torch.from_numpy(expected.total))


@torch.no_grad()
def test_each_action_is_taken_with_the_features_that_were_known_then():
    """The first action sees the first features, the second one the second: as if only those had been there."""
    made = network(seed=4).double()
    first, second = random_words(made, 6, 1), random_words(made, 6, 2)
    trees = trees_of(made, first[:1], [1])
    Greedy().step(trees)
    trees.extend(second, [6])
    actions = run(Greedy(), trees).actions[0, 0]
    assert actions[0].tolist() == greedy(made, first, [6])[0][0].tolist()
    other = trees_of(made, second[:1], [1])
    other.grow(torch.from_numpy(actions[:1]).long(), torch.zeros(1))
    other.extend(second, [6])
    assert run(Greedy(), other).actions[0, 0].tolist() == actions.tolist()


@torch.no_grad()
def test_many_more_words_than_there_was_room_for():
    made = network(seed=2, positions=20).double()
    words = random_words(made, 300, 0)
    trees = trees_of(made, words[:1], [1])
    for known in (1, 2, 5, 40, 41, 300):
        trees.extend(words[:known], [known])
        while not trees.finished():
            Greedy().step(trees)
    assert trees.found().actions[0, 0].tolist() == greedy(made, words, [300])[0].tolist()


@torch.no_grad()
def test_the_number_of_words_read_is_known_however_many_they_are():
    made = network(seed=2, positions=20)
    trees = trees_of(made, torch.zeros(1, made.config.width), [1])
    trees.extend(torch.zeros(1600, made.config.width), [1600])
    attach = torch.tensor([[0, 1, 0]])
    for read in range(1600):
        assert int(trees.word) == read
        trees.grow(attach, torch.zeros(1))


def test_some_words_of_a_sentence_are_enough_if_no_other_can_be_seen():
    made = network(seed=3).double()
    words = random_words(made, 40, 3)
    with torch.no_grad():
        trees, expected = (trees_of(made, words[:1], [1]) for _ in range(2))
        Greedy().step(trees)
        Greedy().step(expected)
        for read in range(1, 40):
            seen = [*trees.seen_words(), read]
            assert seen == sorted(set(seen))
            trees.extend_sparsely(words[seen], seen)
            expected.extend(words[: read + 1], [read + 1])
            other = trees.copied()
            other.grow(torch.tensor([[0, 1, 0]]), torch.zeros(1))  # which changes the copy alone
            Greedy().step(trees)
            Greedy().step(expected)
            trees.forget()
    assert trees.found().actions.tolist() == expected.found().actions[:, :, : trees.found().actions.shape[2]].tolist()
    torch.testing.assert_close(trees.found().gained[0, 0, :40], expected.found().gained[0, 0, :40])
