from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightmost.training.data.sampler import Sampler, micro_batches, share_of

lengths = st.lists(st.integers(1, 60), min_size=1, max_size=80)


def sampler(pieces, *, corpora=None, sentences=None, tokens=None, bucket=1, seed=1):
    pieces = np.array(pieces)
    corpora = corpora or ((len(pieces), 1.0),)
    return Sampler(corpora, pieces, seed=seed, sentences=sentences, tokens=tokens, bucket=bucket)


def counts(steps):
    return Counter(np.concatenate(steps).tolist())


@given(lengths, st.integers(1, 20), st.sampled_from([1, 4]), st.integers(0, 5))
def test_an_epoch_has_every_sentence_once(pieces, size, bucket, epoch):
    for steps in (
        sampler(pieces, sentences=size, bucket=bucket).epoch(epoch),
        sampler(pieces, tokens=size, bucket=bucket).epoch(epoch),
    ):
        assert counts(steps) == dict.fromkeys(range(len(pieces)), 1)


@given(lengths, st.integers(1, 100))
def test_steps_of_tokens_are_as_full_as_they_can_be(pieces, tokens):
    steps = sampler(pieces, tokens=tokens).epoch(0)
    sizes = np.array(pieces)
    assert all(len(step) == 1 or sizes[step].sum() <= tokens for step in steps)
    assert all(sizes[one].sum() + sizes[other[0]] > tokens for one, other in pairwise(steps))


def test_the_same_seed_and_epoch_give_the_same_steps():
    def drawn(seed, epoch):
        return [step.tolist() for step in sampler(range(1, 51), sentences=7, seed=seed).epoch(epoch)]

    assert drawn(1, 0) == drawn(1, 0)
    assert drawn(1, 0) != drawn(1, 1)
    assert drawn(1, 0) != drawn(2, 0)


def test_weights():
    corpora = ((10, 2.0), (20, 0.25), (4, 1.5))
    drawer = sampler([5] * 34, corpora=corpora, sentences=8)
    seen = counts(drawer.epoch(0))
    assert all(seen[sentence] == 2 for sentence in range(10))
    assert sum(seen[sentence] for sentence in range(10, 30)) == 5
    assert sum(seen[sentence] for sentence in range(30, 34)) == 6
    four = counts([step for epoch in range(4) for step in drawer.epoch(epoch)])
    assert all(four[sentence] == 1 for sentence in range(10, 30))  # a quarter an epoch, in turn
    assert all(four[sentence] == 6 for sentence in range(30, 34))


@given(st.integers(1, 40), st.floats(0.001, 0.999), st.integers(1, 30))
def test_over_epochs_a_corpus_has_its_share_to_the_sentence_in_turn(size, weight, epochs):
    drawer = sampler([5] * (size + 1), corpora=((size, weight), (1, 1.0)), sentences=8)
    seen = counts([step for epoch in range(epochs) for step in drawer.epoch(epoch)])
    drawn = [seen[sentence] for sentence in range(size)]
    assert sum(drawn) == round(epochs * (weight * size))
    assert max(drawn) - min(drawn) <= 1


def test_buckets_bring_like_lengths_together():
    pieces = np.random.default_rng(0).integers(1, 100, 512)

    def spread(bucket):
        return np.mean([np.ptp(pieces[step]) for step in sampler(pieces, sentences=16, bucket=bucket).epoch(0)])

    assert spread(8) < spread(1) / 4


def test_the_steps_of_a_bucket_do_not_come_by_length():
    pieces = np.arange(1, 65)
    longest = [pieces[step].max() for step in sampler(pieces, sentences=4, bucket=16).epoch(0)]
    assert sorted(longest) == list(range(4, 65, 4)), "one bucket, and each step of like lengths"
    assert longest not in (sorted(longest), sorted(longest, reverse=True))


@given(lengths, st.integers(1, 5))
def test_shares_make_up_the_step(pieces, ranks):
    sizes = np.array(pieces)
    step = np.random.default_rng(0).permutation(len(sizes))
    shares = [share_of(step, sizes, rank=rank, ranks=ranks) for rank in range(ranks)]
    assert sorted(np.concatenate(shares).tolist()) == list(range(len(sizes)))
    assert max(map(len, shares)) - min(map(len, shares)) <= 1


@given(lengths, st.integers(1, 200))
def test_micro_batches_fit(pieces, tokens):
    sizes = np.array(pieces)
    share = share_of(np.arange(len(sizes)), sizes, rank=0, ranks=1)
    parts = micro_batches(share, sizes, tokens=tokens)
    assert np.concatenate(parts).tolist() == share.tolist()
    assert all(len(part) == 1 or sizes[part].max() * len(part) <= tokens for part in parts)


def test_no_sentences_no_micro_batches():
    assert micro_batches(np.array([], dtype=int), np.array([3]), tokens=5) == []


@pytest.mark.parametrize("weight", [0.01])
def test_a_weight_may_draw_nothing(weight):
    assert sampler([3, 4], corpora=((2, weight),), sentences=2).epoch(0) == []
