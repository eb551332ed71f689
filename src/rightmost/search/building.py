"""Trees from numbered actions, straight into their flat form: a parser builds thousands of them at once."""

from __future__ import annotations

from collections.abc import Sequence

from rightmost.errors import IllegalAction
from rightmost.tensors.history import Numbers
from rightmost.tensors.vocabulary import NO_LABEL, Vocabulary
from rightmost.trees.tree import Leaf, Step, Tree
from rightmost.trees.unary import names_of

Opening = tuple[Step, ...]  # the brackets that a label opens, one for each name of a unary chain


class TreeBuilder:
    """Builds trees over a vocabulary's labels. The result is `replay`'s of the same actions.

    A tree is its leaves, with what opens before each and how many brackets close behind it. A chain node keeps the leaf
    before which it opened and how many nodes had opened there before it; a node put over it goes in right there.
    """

    def __init__(self, known: Vocabulary) -> None:
        self._openings: list[Opening] = [(), *(tuple((name, 1) for name in names_of(label)) for label in known.labels)]

    def tree(self, actions: Numbers, leaves: Sequence[Leaf]) -> Tree:
        """The tree that the actions build: for each leaf target, parent label, new label. (words, 3)"""
        openings = self._openings
        opened: list[list[Opening]] = []  # before each leaf
        closed: list[int] = []  # brackets behind each leaf
        chain: list[tuple[int, int, int]] = []  # leaf and place among its brackets where a node opens, its brackets
        for word, (target, parent, new) in enumerate(actions.tolist()):
            if target >= max(len(chain), 1) or (not chain and (parent == NO_LABEL or new != NO_LABEL)):
                raise IllegalAction(f"action {word + 1}: target {target} on a chain of {len(chain)} nodes")
            here: list[Opening] = []
            opened.append(here)
            closed.append(0)
            if chain:
                kept = target if new else target + 1
                if kept < len(chain):
                    closed[word - 1] += sum([brackets for _, _, brackets in chain[kept:]])
                    if new:
                        leaf, place, _ = chain[target]
                        opened[leaf].insert(place, openings[new])
                        del chain[kept:]
                        chain.append((leaf, place, len(openings[new])))
                    else:
                        del chain[kept:]
            if parent:
                chain.append((word, 0, len(openings[parent])))
                here.append(openings[parent])
        closed[-1] += sum([brackets for _, _, brackets in chain])
        flat: list[Step] = []
        for leaf_, before, behind in zip(leaves, opened, closed):
            for opening in before:
                flat += opening
            flat.append((leaf_, -behind))
        return Tree.from_flat(tuple(flat))


def tree_of(actions: Numbers, leaves: Sequence[Leaf], known: Vocabulary) -> Tree:
    """One tree from numbered actions."""
    return TreeBuilder(known).tree(actions, leaves)
