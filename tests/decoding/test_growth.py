"""Trees grown word by word on bare tensors are those of their histories, many at once or one in its own way."""

from __future__ import annotations

import torch
from hypothesis import given, settings
from torch import Tensor

from model.growing import VOCABULARY, Tables, equal_batches, numbered, padded_histories, runs, same_states, starts_of
from rightmost.decoding.growth import bare_nodes, first_word_read, word_read, word_read_by_one
from rightmost.model.history import states_at
from rightmost.model.states import DUMMY, PLACE, SLOTS_PER_WORD, States, slots_for
from rightmost.transitions.action import Action
from rightmost.transitions.oracle import oracle
from rightmost.trees.tree import Tree
from strategies import ARTHUR

CPU = torch.device("cpu")


def bare(batch: list[list[Action]]) -> tuple[Tensor, Tensor]:
    words = len(batch[0])
    return bare_nodes(len(batch), slots_for(words), CPU), torch.full((len(batch), words + 2), DUMMY)


def read(nodes: Tensor, chain: Tensor, actions: Tensor, *, word: int) -> Tensor:
    """The next word, the first or a later one; the chains' lengths."""
    if word == 0:
        first_word_read(nodes, chain, actions[:, 1])
        return torch.ones(len(actions), dtype=torch.long)
    own = SLOTS_PER_WORD * word + 1 + torch.arange(SLOTS_PER_WORD)
    return word_read(nodes, chain, actions, word=torch.tensor(word), slots=own)


def read_by_one(nodes: Tensor, chain: Tensor, actions: Tensor, *, word: int) -> Tensor:
    if word == 0:
        return read(nodes, chain, actions, word=0)
    return word_read_by_one(nodes, chain, actions, word=word, slot=SLOTS_PER_WORD * word)


def states_of(nodes: Tensor, chain_length: Tensor, first_word: Tensor, *, words: int) -> States:
    is_first = None if words else torch.ones_like(first_word, dtype=torch.bool)
    return States(nodes, chain_length, first_word, next_word=first_word + words, is_first=is_first)


@settings(deadline=None, max_examples=60)
@given(equal_batches())
def test_trees_grow_as_their_histories_say(batch: list[list[Action]]) -> None:
    first_word, histories, sentence = starts_of(batch), padded_histories(batch), torch.arange(len(batch))
    nodes, chain = bare(batch)
    length = torch.ones_like(first_word)
    for words in range(len(batch[0]) + 1):
        if words:
            length = read(nodes, chain, numbered([actions[words - 1] for actions in batch]), word=words - 1)
        grown = states_of(nodes, length, first_word, words=words)
        time = torch.full_like(sentence, SLOTS_PER_WORD * words)
        known = states_at(histories, sentence=sentence, time=time, first_word=first_word, levels=9)
        for row in range(len(batch)):
            same_states(grown, row, known, row)
            assert chain[row, : length[row]].tolist() == Tables.of(known.nodes).on_chain[row].nonzero()[:, 0].tolist()


@settings(deadline=None, max_examples=40)
@given(runs(max_words=20))
def test_one_tree_alone_grows_as_among_others(actions: list[Action]) -> None:
    nodes, chain = bare([actions])
    others, chains = bare([actions, actions])
    for word, action in enumerate(actions):
        length = read_by_one(nodes, chain, numbered([action]), word=word)
        lengths = read(others, chains, numbered([action, action]), word=word)
        assert length.tolist() == lengths[1:].tolist()
        assert torch.equal(nodes[:, 0], others[:, 1])
        assert torch.equal(chain[0, : length[0]], chains[1, : length[0]])


@settings(deadline=None, max_examples=40)
@given(runs())
def test_a_node_s_place_is_where_the_path_up_from_it_meets_the_chain(actions: list[Action]) -> None:
    nodes, chain = bare([actions])
    for word, action in enumerate(actions):
        length = read(nodes, chain, numbered([action]), word=word)
        tables = Tables.of(nodes)
        on_chain = chain[0, : length[0]].tolist()
        for slot in tables.exists[0].nonzero()[1:, 0].tolist():  # the dummy has none
            met = slot
            while met not in on_chain:
                met = int(tables.parent[0, met])
            assert int(nodes[PLACE, 0, slot]) == on_chain.index(met)


@settings(deadline=None, max_examples=30)
@given(runs())
def test_the_dummy_leaves_the_chain_with_the_first_word_and_touches_nothing(actions: list[Action]) -> None:
    nodes, chain = bare([actions])
    for word, action in enumerate(actions):
        read(nodes, chain, numbered([action]), word=word)
        tables = Tables.of(nodes)
        assert not tables.on_chain[0, DUMMY]
        assert tables.parent[0, DUMMY] == -1
        assert not (tables.parent[0][tables.exists[0]] == DUMMY).any()


def test_the_running_example() -> None:
    actions = oracle(Tree.from_string(ARTHUR))
    nodes, chain = bare([actions])
    chains = []
    for word, action in enumerate(actions):
        length = read_by_one(nodes, chain, numbered([action]), word=word)
        tables = Tables.of(nodes)
        chains.append([VOCABULARY.label(int(tables.label[0, slot])) for slot in chain[0, : length[0]]])
    assert [" ".join(map(str, each)) for each in chains] == [
        "NP",
        "S VP",
        "S VP NP",
        "S VP NP PP",
        "S VP NP PP NP",
        "S VP NP PP NP",
    ]
