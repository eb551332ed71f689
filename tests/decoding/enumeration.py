"""All action sequences over a few words, how probable each is, and whether a tree obeys constraints."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from hypothesis import strategies as st

from model.growing import leaf
from rightmost.decoding.constraints import Bracket, Constraints
from rightmost.decoding.forest import Forest
from rightmost.model.network import Network
from rightmost.model.vocabulary import Vocabulary
from rightmost.transitions.action import Action
from rightmost.transitions.attach_juxtapose import State
from rightmost.trees.tree import Tree

SMALL = Vocabulary(("A", "B"), ("X",))


def all_sequences(words: int) -> list[list[Action]]:
    """With the labels of SMALL."""
    found: list[tuple[list[Action], State]] = [([], State())]
    for word in range(words):
        found = [
            ([*actions, action], state.apply(action, leaf(word)))
            for actions, state in found
            for action in state.legal_actions(SMALL.labels)
        ]
    return [actions for actions, _ in found]


def log_probability(made: Network, words: torch.Tensor, actions: Sequence[Action]) -> float:
    """Of one action sequence, by the decoder alone."""
    forest = Forest.planted(torch.zeros(1, dtype=torch.long), words=len(words), levels=9)
    prepared = made.decoder.prepare(words, made.encoder.position_table)
    total = 0.0
    for action in actions:
        scores = made.decoder(prepared, forest.states())
        numbers = [action.target, SMALL.label_number(action.parent_label), SMALL.label_number(action.new_label)]
        labels = scores.labels(torch.tensor([action.target]))
        for part, number in zip((scores.target, *labels), numbers):
            total += float(part.log_softmax(dim=1)[0, number])
        forest.grow(torch.tensor([numbers]))
    return total


@st.composite
def brackets(draw: st.DrawFn, words: int) -> Bracket:
    left = draw(st.integers(0, words - 1))
    return left, draw(st.integers(left + 1, words)), draw(st.sampled_from([None, "A", "B"]))


def obeys(tree: Tree, constraints: Constraints) -> bool:
    spans = {tuple(span) for span in tree.spans()}
    places = {span[:2] for span in spans}

    def there(bracket: Bracket) -> bool:
        return bracket in spans if bracket[2] is not None else bracket[:2] in places

    return all(map(there, constraints.require)) and not any(map(there, constraints.forbid))
