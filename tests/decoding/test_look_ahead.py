"""The promise of a look-ahead: what follows the words that may be seen changes nothing, not even the last bit."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from model.networks import network
from rightmost.decoding import stretch as stretch_module
from rightmost.decoding.beam import BeamSearch
from rightmost.decoding.greedy import Greedy
from rightmost.decoding.look_ahead import parse_ahead, policy_for, searched_ahead
from rightmost.decoding.parse import parse_sentences
from rightmost.parser import Parser
from rightmost.trees.tree import Leaf

WORDS = [
    "Arthur",
    "is",
    "King",
    "of",
    "the",
    "Britons",
    "and",
    "sees",
    "a",
    "swallow",
    "in",
    "the",
    "castle",
    ",",
    "say",
    "knights",
    "Ni",
    "!",
]
NETWORKS = [network(seed=seed, prefix_mark=seed % 2) for seed in range(3)] + [network(seed=3, decoder="sequence")]
sentences = st.lists(st.sampled_from(WORDS), min_size=1, max_size=9)


def leaves(words: list[str]) -> list[Leaf]:
    return [Leaf(word, "XX") for word in words]


def taken(made, words, *, look_ahead, beam):
    """What is done at each step: actions and scores of all trees of the beam are compared at the sentence's end."""
    found, tags = searched_ahead(made, [leaves(words)], look_ahead=look_ahead, policy=policy_for(beam))
    return found, tags[0]


@settings(deadline=None, max_examples=60)
@given(st.sampled_from(NETWORKS), st.sampled_from([0, 1, 2]), sentences, sentences, sentences, st.integers(0, 8))
@torch.inference_mode()
def test_what_follows_changes_nothing(made, look_ahead, words, ending, other, word):
    """Greedy: actions, their log-probabilities and tags, bit for bit."""
    word = min(word, len(words) - 1)
    seen = [*words, *WORDS[: look_ahead + 1]][: word + look_ahead + 1]
    (first, first_tags), (second, second_tags) = (
        taken(made, [*seen, *rest], look_ahead=look_ahead, beam=1) for rest in (ending, other)
    )
    assert np.array_equal(first.actions[0, 0, : word + 1], second.actions[0, 0, : word + 1])
    assert np.array_equal(first.gained[0, 0, : word + 1], second.gained[0, 0, : word + 1])
    assert first_tags[: word + 1] == second_tags[: word + 1]


class Noted:
    """A policy, and what all trees of the beam were after each of its steps."""

    def __init__(self, beam: int) -> None:
        self.policy, self.notes = policy_for(beam), []
        self.copies = self.policy.copies

    def step(self, trees) -> None:
        self.policy.step(trees)
        found = trees.found()
        self.notes.append((found.actions[:, :, : len(self.notes) + 1], found.gained, found.total))

    def valued(self, found):
        return self.policy.valued(found)


@settings(deadline=None, max_examples=40)
@given(st.sampled_from(NETWORKS), st.sampled_from([0, 1, 2]), sentences, sentences, sentences, st.integers(0, 8))
@torch.inference_mode()
def test_what_follows_changes_no_tree_of_a_beam(made, look_ahead, words, ending, other, word):
    """The whole beam after each step: its actions, their log-probabilities and its totals, bit for bit."""
    word = min(word, len(words) - 1)
    seen = [*words, *WORDS[: look_ahead + 1]][: word + look_ahead + 1]
    runs = [Noted(3), Noted(3)]
    for noted, rest in zip(runs, (ending, other)):
        searched_ahead(made, [leaves([*seen, *rest])], look_ahead=look_ahead, policy=noted)
    for step in range(word + 1):
        for ours, theirs in zip(runs[0].notes[step], runs[1].notes[step]):
            shared = min(ours.shape[-1], theirs.shape[-1]) if ours.ndim == 3 else None
            assert np.array_equal(ours[..., :shared] if shared else ours, theirs[..., :shared] if shared else theirs)


@settings(deadline=None, max_examples=25)
@given(
    st.sampled_from(NETWORKS),
    st.sampled_from([0, 1, 2, 5]),
    st.sampled_from([1, 3]),
    st.lists(sentences, min_size=1, max_size=5),
)
def test_many_sentences_are_each_parsed_as_if_alone(made, look_ahead, beam, many):
    side_by_side = parse_ahead(made, list(map(leaves, many)), look_ahead=look_ahead, beam=beam)
    for words, (best,) in zip(many, side_by_side):
        ((alone,),) = parse_ahead(made, [leaves(words)], look_ahead=look_ahead, beam=beam)
        assert best.tree == alone.tree
        assert best.log_probability == pytest.approx(alone.log_probability, abs=1e-4)


@settings(deadline=None, max_examples=25)
@given(st.sampled_from(NETWORKS), sentences, st.sampled_from([1, 3]), st.integers(0, 3))
def test_a_look_ahead_past_the_end_is_the_whole_sentence(made, words, beam, more):
    ((ahead,),) = parse_ahead(made, [leaves(words)], look_ahead=len(words) + more, beam=beam)
    ((whole,),) = parse_sentences(made, [leaves(words)], beam=beam)
    assert (ahead.tree, ahead.log_probability) == (whole.tree, whole.log_probability)
    parser = Parser(made, device=torch.device("cpu"), dtype="float32")
    assert parser.parse(words, beam=beam, look_ahead=len(words) + more) == parser.parse(words, beam=beam)


@pytest.mark.parametrize("beam", [1, 3])
@torch.inference_mode()
def test_long_sentences_are_encoded_a_stretch_at_a_time(monkeypatch, beam):
    """A word far back keeps its features: only the last few words are encoded again, whatever follows."""
    monkeypatch.setattr(stretch_module, "WORDS_ENCODED", 4)
    made, asked = NETWORKS[0], []
    encode = made.encode
    monkeypatch.setattr(made, "encode", lambda batch, tags: asked.append(batch.words) or encode(batch, tags))
    first, _ = taken(made, WORDS + WORDS, look_ahead=1, beam=beam)
    assert max(asked) == 5
    second, _ = taken(made, [*WORDS, "Go"], look_ahead=1, beam=1)
    if beam == 1:
        assert np.array_equal(first.actions[0, 0, : len(WORDS) - 1], second.actions[0, 0, : len(WORDS) - 1])
    ((tree,),) = parse_ahead(made, [leaves(WORDS * 3)], look_ahead=1, beam=beam)
    assert tree.tree.words == tuple(WORDS * 3)


def test_tags_are_the_model_s_unless_they_are_kept():
    made = NETWORKS[0]
    ((own,),) = parse_ahead(made, [leaves(WORDS[:5])], look_ahead=1)
    ((kept,),) = parse_ahead(made, [leaves(WORDS[:5])], look_ahead=1, keep_tags=True)
    assert set(own.tree.tags) <= set(made.vocabulary.tags)
    assert kept.tree.tags == ("XX",) * 5


def test_how_many_trees_are_kept():
    assert policy_for(1) == Greedy()
    assert policy_for(4) == BeamSearch(4)
