"""Random runs of actions, and trees read off the arrays of states: the tensors' side of the transition system."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import torch
from hypothesis import strategies as st
from torch import Tensor

from rightmost.decoding.forest import Forest
from rightmost.model.history import History, states_at
from rightmost.model.states import ABSENT, DUMMY, LEAF_LABEL, States, slots_for
from rightmost.model.vocabulary import Vocabulary
from rightmost.transitions.action import Action, attach
from rightmost.transitions.translation import chain_length_after
from rightmost.trees.tree import Leaf, Tree
from rightmost.trees.unary import Label
from strategies import NAMES

NAMED = (*NAMES, Label("S", "VP"))  # beside "S+VP", which is one name with a plus in it
VOCABULARY = Vocabulary(NAMED, ("NN",))
labels = st.sampled_from(NAMED)


@st.composite
def runs(draw: st.DrawFn, *, max_words: int = 10) -> list[Action]:
    """Random legal actions."""
    actions = [attach(0, draw(labels))]
    chain = 1
    for _ in range(draw(st.integers(0, max_words - 1))):
        target = draw(st.integers(0, chain - 1))
        actions.append(Action(target, draw(st.none() | labels), draw(st.none() | labels)))
        chain = chain_length_after(actions[-1], chain)
    return actions


def batches(*, max_words: int = 10, max_size: int = 4) -> st.SearchStrategy[list[list[Action]]]:
    """Several runs, longest first, as a forest needs them."""
    some = st.lists(runs(max_words=max_words), min_size=1, max_size=max_size)
    return some.map(lambda batch: sorted(batch, key=len, reverse=True))


def equal_batches(*, max_words: int = 10, max_size: int = 4) -> st.SearchStrategy[list[list[Action]]]:
    """Several runs of as many actions."""

    def cut(batch: list[list[Action]]) -> list[list[Action]]:
        return [actions[: len(batch[-1])] for actions in batch]

    return batches(max_words=max_words, max_size=max_size).map(cut)


def leaf(word: int) -> Leaf:
    return Leaf(f"w{word}", "NN")


def starts_of(batch: Sequence[Sequence[Action]]) -> Tensor:
    """Where each sentence's words begin."""
    lengths = torch.tensor([len(actions) for actions in batch])
    return lengths.cumsum(0) - lengths


def numbered(actions: Sequence[Action]) -> Tensor:
    """One action of each sentence, as `Forest.grow` takes them."""
    number = VOCABULARY.label_number
    rows = [(action.target, number(action.parent_label), number(action.new_label)) for action in actions]
    return torch.tensor(rows)


def forest_of(batch: Sequence[Sequence[Action]], *, words: int | None = None) -> Forest:
    """Trees after all their actions, or after those of the first words; of all as many."""
    forest = Forest.planted(starts_of(batch), words=len(batch[0]), levels=9)
    for actions in list(zip(*batch))[:words]:
        forest.grow(numbered(actions))
    return forest


def padded_histories(batch: Sequence[Sequence[Action]], *, spare: int = 0) -> Tensor:
    slots = slots_for(max(map(len, batch))) + spare
    return torch.from_numpy(np.stack([History.of(actions, VOCABULARY).padded(slots) for actions in batch]))


def all_states(actions: Sequence[Action], times: Sequence[int]) -> States:
    """The states of one sentence at these times."""
    return states_at(
        padded_histories([actions]),
        sentence=torch.zeros(len(times), dtype=torch.long),
        time=torch.tensor(times),
        first_word=torch.tensor([0]),
        levels=9,
    )


class Tables(NamedTuple):
    """What states say of each node, by name. All (states, slots)."""

    parent: Tensor
    degree: Tensor
    rank: Tensor
    label: Tensor
    left: Tensor
    right: Tensor
    depth: Tensor

    @classmethod
    def of(cls, nodes: Tensor) -> Tables:
        return cls(*nodes[:7])

    @property
    def exists(self) -> Tensor:
        return self.depth < ABSENT

    @property
    def on_chain(self) -> Tensor:
        return self.depth == 0

    @property
    def is_leaf(self) -> Tensor:
        return self.label == LEAF_LABEL


def tree_of_state(states: States, row: int) -> Tree | Leaf | None:
    """The partial tree that the arrays of one state describe; None where only the dummy is there."""
    nodes = Tables.of(states.nodes)
    children: dict[int, list[int]] = {}
    for slot in nodes.exists[row].nonzero()[:, 0].tolist():
        if slot != DUMMY:
            children.setdefault(int(nodes.parent[row, slot]), []).append(slot)

    def built(slot: int) -> Tree | Leaf:
        left, right = int(nodes.left[row, slot]), int(nodes.right[row, slot])
        if nodes.is_leaf[row, slot]:
            assert left == right
            return leaf(left)
        below = sorted(children[slot], key=lambda child: int(nodes.left[row, child]))
        # Spans: a node's are those of its first and last child, and its children follow one another.
        assert left == int(nodes.left[row, below[0]])
        assert right == int(nodes.right[row, below[-1]])
        for child, following in pairwise(below):
            assert int(nodes.right[row, child]) + 1 == int(nodes.left[row, following])
        return Tree(VOCABULARY.label(int(nodes.label[row, slot])), [built(child) for child in below])

    if not children:
        return None
    (root,) = children[-1]
    return built(root)


def chain_of_state(states: States, row: int) -> tuple[str | None, ...]:
    """The labels on the chain, in the order of slots; (None,) is the dummy's."""
    nodes = Tables.of(states.nodes)
    slots = nodes.on_chain[row].nonzero()[:, 0].tolist()
    assert nodes.exists[row, slots].all()
    return tuple(VOCABULARY.label(int(nodes.label[row, slot])) for slot in slots)


def same_states(one: States, row: int, other: States, other_row: int) -> None:
    """Asserts that two rows are the same state: every value of every slot that exists. The dummy has no span."""
    mine, theirs = Tables.of(one.nodes), Tables.of(other.nodes)
    slots = min(mine.exists.shape[1], theirs.exists.shape[1])
    exists = mine.exists[row, :slots]
    assert torch.equal(exists, theirs.exists[other_row, :slots])
    assert not mine.exists[row, slots:].any()
    assert not theirs.exists[other_row, slots:].any()
    assert torch.equal(mine.on_chain[row, :slots], theirs.on_chain[other_row, :slots])
    for name, of_one, of_other in zip(Tables._fields, mine, theirs):
        counted = exists.clone()
        counted[DUMMY] = name in ("parent", "degree", "label")
        assert torch.equal(of_one[row, :slots][counted].long(), of_other[other_row, :slots][counted].long()), name
    for name in ("first_word", "next_word", "chain_length"):
        assert getattr(one, name)[row] == getattr(other, name)[other_row], name
    firsts = [each.is_first is not None and bool(each.is_first[at]) for each, at in ((one, row), (other, other_row))]
    assert firsts[0] == firsts[1]
