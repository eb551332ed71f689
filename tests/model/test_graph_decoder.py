from __future__ import annotations

import pytest
import torch
from hypothesis import given, settings
from torch import Tensor
from torch.nn import functional as F

from model.growing import NAMED, VOCABULARY, batches, leaf, numbered, padded_histories, starts_of
from model.networks import TREES, assert_close, batch_of, network, scores_of, states_of
from rightmost.decoding import forest as forest_module
from rightmost.decoding.forest import Forest
from rightmost.model.action_scores import ActionScores
from rightmost.model.history import states_at
from rightmost.model.network import Batch, Network
from rightmost.model.vocabulary import Vocabulary
from rightmost.transitions.action import attach, juxtapose
from rightmost.transitions.attach_juxtapose import State
from strategies import long_tree


def at_once(made: Network, words: Tensor, batch: Batch) -> ActionScores:
    return scores_of(made, words, states_of(batch))


def step_by_step(made: Network, words: Tensor, batch: Batch) -> list[ActionScores]:
    """The scores of every decision, in the batch's order, from a forest that the gold actions grow.

    Those of labels are at the gold target.
    """
    lengths = torch.bincount(batch.sentence).tolist()
    order = sorted(range(len(lengths)), key=lambda sentence: -lengths[sentence])
    forest = Forest.planted(batch.first_word[order], words=max(lengths), levels=9)
    found: dict[tuple[int, int], ActionScores] = {}
    for word in range(max(lengths)):
        going = [sentence for sentence in order if lengths[sentence] > word]
        forest.keep_first(len(going))
        scores = scores_of(made, words, forest.states())
        gold = batch.decisions[[int(batch.first_word[sentence]) + word for sentence in going], 1:]
        parts = (scores.target, *scores.labels(gold[:, 0]))
        for row, sentence in enumerate(going):
            found[sentence, word] = ActionScores.independent(*(part[row : row + 1] for part in parts))
        forest.grow(gold)
    return [found[sentence, word] for sentence, length in enumerate(lengths) for word in range(length)]


def widened(scores: Tensor, width: int) -> Tensor:
    return F.pad(scores, (0, width - scores.shape[1]), value=float("-inf"))


def exact_loss(scores: ActionScores, decisions: Tensor) -> Tensor:
    """The loss in the scores' own type."""
    right = decisions[:, 1:].unbind(1)
    parts = zip((scores.target, *scores.labels(right[0])), right)
    return sum(F.cross_entropy(part, gold, reduction="sum") for part, gold in parts)


@pytest.mark.parametrize("decoder", ["graph", "sequence"])
@pytest.mark.parametrize("gcn", ["separate", "vanilla"])
@pytest.mark.parametrize(("dtype", "tolerance"), [(torch.float64, 1e-10), (torch.float32, 1e-5)])
def test_all_states_at_once_are_scored_as_step_by_step(decoder, gcn, dtype, tolerance):
    made = network(decoder=decoder, gcn=gcn, gcn_layers=3).to(dtype)
    batch = batch_of(made)
    with torch.no_grad():
        words = made.encode(batch.input)
        together, steps = at_once(made, words, batch), step_by_step(made, words, batch)
        labels = together.labels(batch.decisions[:, 1])
    assert len(steps) == len(together.target) == sum(len(tree.words) for tree in TREES)
    for row, step in enumerate(steps):
        width = together.target.shape[1]
        assert_close(widened(step.target, width)[0], together.target[row], tolerance)
        for one, all_of_them in zip(step.labels(batch.decisions[row : row + 1, 1]), labels):
            assert_close(one[0], all_of_them[row], tolerance)


def test_and_their_gradients_are_the_same():
    made = network(gcn_layers=3).double()
    batch = batch_of(made)
    found = []
    for way in ("at once", "steps"):
        words = made.encode(batch.input).detach().requires_grad_()
        if way == "at once":
            loss = exact_loss(at_once(made, words, batch), batch.decisions)
        else:
            steps = step_by_step(made, words, batch)
            loss = sum(exact_loss(step, row[None]) for step, row in zip(steps, batch.decisions))
        made.zero_grad()
        loss.backward()
        weights = [*made.decoder.named_parameters(), ("positions", made.encoder.position_table)]
        found.append({"words": words.grad, **{name: weight.grad.clone() for name, weight in weights}})
    assert found[0].keys() == found[1].keys()
    for name, gradient in found[0].items():
        assert gradient.abs().max() > 0, name
        assert_close(gradient, found[1][name], 1e-10)


@settings(deadline=None, max_examples=15)
@given(batches(max_words=8, max_size=3))
def test_so_are_random_trees(batch):
    """Any legal actions, whole batches of them, with the scores of forests against those of histories."""
    made = network(vocabulary=VOCABULARY).double()
    first_word = starts_of(batch)
    words = torch.randn(sum(map(len, batch)), made.config.width, dtype=torch.float64)
    histories = padded_histories(batch)
    forest = Forest.planted(first_word, words=len(batch[0]), levels=9)
    with torch.no_grad():
        for word in range(len(batch[0])):
            going = [actions for actions in batch if len(actions) > word]
            forest.keep_first(len(going))
            sentence = torch.arange(len(going))
            states = states_at(
                histories, sentence=sentence, time=3 * word + 0 * sentence, first_word=first_word, levels=9
            )
            ours = scores_of(made, words, forest.states())
            theirs = scores_of(made, words, states)
            assert_close(ours.target, theirs.target, 1e-10)
            places = torch.arange(ours.target.shape[1]).expand_as(ours.target)
            is_place = (ours.target > float("-inf"))[:, :, None]  # after a chain's end, labels belong to no node
            for one, other in zip(ours.labels_at(places), theirs.labels_at(places)):
                assert_close(one * is_place, other * is_place, 1e-10)
            forest.grow(numbered([actions[word] for actions in going]))


def test_target_scores_are_in_the_order_of_the_chain():
    """Column i is chain node i's, root first: changing only the deepest node's label changes its own score most.

    With one layer and the head's weights on the node's own content alone, a score can depend on nothing else.
    """
    made = network(vocabulary=VOCABULARY, gcn_layers=1).double()
    features, head = made.decoder.features, made.decoder.head
    with torch.no_grad():
        for layer in features.convolution.layers:  # the convolution adds nothing to a node's own input
            layer.norm.weight.zero_()
            layer.norm.bias.zero_()
    actions = [attach(0, "NP"), juxtapose(0, "VP", "S"), juxtapose(1, "PP", "X")]
    state = State()
    for number, action in enumerate(actions):
        state = state.apply(action, leaf(number))
    assert state.chain_labels == ("S", "X", "PP")
    states = states_at(
        padded_histories([actions]),
        sentence=torch.tensor([0]),
        time=torch.tensor([9]),
        first_word=torch.tensor([0]),
        levels=9,
    )
    words = torch.randn(4, made.config.width, dtype=torch.float64)
    positions = made.encoder.position_table.detach()
    with torch.no_grad():
        scores = scores_of(made, words, states).target[0]
        for column, (label, left) in enumerate(zip(state.chain_labels, (0, 1, 2))):
            own = torch.cat([features.labels[NAMED.index(label)], (positions[left] + positions[2]) / 2])
            alone = head(
                own[None], torch.tensor([1]), head.shares(words), next_word=states.next_word, is_first=states.is_first
            )
            assert_close(scores[column], alone.target[0, 0], 1e-10)


@pytest.mark.parametrize(("layers", "slots"), [(1, 16), (2, 16), (2, 40), (3, 25)])
@torch.no_grad()
def test_dropping_what_is_never_seen_again_changes_nothing(layers, slots, monkeypatch):
    """A long sentence's slots run out again and again; its scores are those of all states at once."""
    monkeypatch.setattr(forest_module, "MOST_SLOTS", slots)
    trees = [long_tree(seed, words) for seed, words in enumerate((90, 60, 60))]
    made = network(gcn_layers=layers, vocabulary=Vocabulary.from_trees(trees)).double()
    batch = batch_of(made, trees)
    words = torch.randn(batch.words, made.config.width, dtype=torch.float64)
    prepared = made.decoder.prepare(words, made.encoder.position_table)
    at_once = made.decoder(prepared, states_of(batch))
    labels_at_once = at_once.labels(batch.decisions[:, 1])
    lengths = [len(tree.words) for tree in trees]
    forest = Forest.planted(batch.first_word, words=max(lengths), levels=made.decoder.levels)
    widest = 0
    for word in range(max(lengths)):
        forest.keep_first(sum(length > word for length in lengths))
        rows = forest.first_word + word
        scores = made.decoder(prepared, forest.states())
        longest = scores.target.shape[1]
        torch.testing.assert_close(scores.target, at_once.target[rows][:, :longest])
        for ours, theirs in zip(scores.labels(batch.decisions[rows, 1]), labels_at_once):
            torch.testing.assert_close(ours, theirs[rows])
        forest.grow(batch.decisions[rows, 1:])
        widest = max(widest, forest.nodes.shape[2])
    assert widest < 3 * max(lengths), "slots were used again"
