from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rightmost.model.smoothing import IGNORED
from rightmost.training.data.prefixes import Prefixes
from rightmost.trees.tree import Tree
from training.runs import TREES, tiny_network

NETWORK = tiny_network()
EXAMPLES = [NETWORK.prepare(Tree.from_string(tree)) for tree in TREES]


def lessons(*, share=1.0, words=3, seed=1, step=0, rank=0):
    prefixes = Prefixes(np.full(len(EXAMPLES), share), words, seed)
    return list(prefixes.lessons(NETWORK, enumerate(EXAMPLES), step=step, rank=rank))


@settings(deadline=None, max_examples=50)
@given(st.integers(1, 5), st.integers(0, 2**40), st.integers(0, 10**6), st.integers(0, 9))
def test_each_word_is_learnt_once_from_a_prefix_that_ends_soon(words, seed, step, rank):
    found = lessons(words=words, seed=seed, step=step, rank=rank)
    for number, example in enumerate(EXAMPLES):
        parts = [part for sentence, part in found if sentence == number]
        assert np.concatenate([part.decisions for part in parts]).tolist() == example.decisions.tolist()
        assert [tag for part in parts for tag in part.tags if tag != IGNORED] == example.tags.tolist()
        for part in parts:
            assert 1 <= len(part.decisions) <= words
            assert part.decisions[-1, 0] == 3 * (part.words - 1)
            assert part.spellings == example.spellings[: part.words]
        assert parts[-1].spellings == example.spellings


def test_a_share_of_the_sentences_is_cut_and_the_others_stay_whole():
    assert [example for _, example in lessons(share=0.0)] == EXAMPLES
    cut = [
        sum(example.words < EXAMPLES[sentence].words for sentence, example in lessons(share=0.3, words=1, step=step))
        for step in range(200)
    ]
    whole = sum(example.words - 1 for example in EXAMPLES)
    assert np.mean(cut) == pytest.approx(0.3 * whole, rel=0.15)


def test_the_share_is_each_sentence_s_own():
    shares = np.zeros(len(EXAMPLES))
    shares[4] = 1.0
    found = Prefixes(shares, 1, 1).lessons(NETWORK, [(4, EXAMPLES[4]), (0, EXAMPLES[0])], step=0, rank=0)
    assert [sentence for sentence, _ in found] == [4] * EXAMPLES[4].words + [0]


def test_cuts_depend_on_seed_step_and_process_alone():
    def cuts(**settings):
        return [(sentence, example.words) for sentence, example in lessons(share=0.5, **settings)]

    assert cuts() == cuts()
    others = [cuts(seed=2), cuts(step=1), cuts(rank=1)]
    assert all(other != cuts() for other in others)
    assert len(set(map(tuple, others))) == 3
