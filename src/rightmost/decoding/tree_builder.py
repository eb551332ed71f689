"""Trees from numbered actions, directly in their flat form: a parser builds thousands of them at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, pairwise
from operator import add

import numpy as np
import numpy.typing as npt

from rightmost.errors import IllegalAction
from rightmost.model.history import Numbers
from rightmost.model.vocabulary import NO_LABEL, Vocabulary
from rightmost.trees.tree import Leaf, Step, Tree
from rightmost.trees.unary import names_of

Opening = tuple[Step, ...]  # the brackets that a label opens, one for each name of a unary chain
BEFORE_ALL = -1  # what a first word's action targets: all that is open is closed


class TreeBuilder:
    """Builds trees over a vocabulary's labels. The result is `replay`'s of the same actions.

    A tree is its leaves, with what opens before each and how many brackets close after it. No two nodes of a chain
    open before the same leaf. So a chain is the leaves before which its nodes open, and how many brackets are open
    above each; a node put over another opens before all that opens there already.
    """

    def __init__(self, known: Vocabulary) -> None:
        self._openings: list[Opening] = [(), *(tuple((name, 1) for name in names_of(label)) for label in known.labels)]
        self._brackets = [len(opening) for opening in self._openings]

    def trees(self, actions: Numbers, leaves: Iterable[tuple[str, str]], lengths: Sequence[int]) -> list[Tree]:
        """The trees that the actions build, one after the other: for each leaf target, parent label, new label.

        `actions` (words, 3) and `leaves`, as such or as pairs, are those of all trees together, `lengths` of each.
        """
        if not lengths:
            return []
        sizes = np.array(lengths, dtype=np.int64)
        ends = sizes.cumsum()
        targets, parents, news = _checked(actions, ends - sizes).tolist()
        openings, brackets = self._openings, self._brackets
        opened = [openings[parent] for parent in parents]  # before each leaf
        closed: list[int] = []  # brackets after the leaf before each, counted down
        chain_leaves = [0] * (max(targets) + 2)
        depths = [0] * (max(targets) + 3)  # brackets open above each node of the chain; then below the last
        depth = 0
        for word, (target, parent, new) in enumerate(zip(targets, parents, news)):
            if new:
                leaf, above = chain_leaves[target], depths[target]
                opened[leaf] = openings[new] + opened[leaf]
                closed.append(above - depth)
                depth = depths[target + 1] = above + brackets[new]
            else:
                above = depths[target + 1]
                closed.append(above - depth)
                depth = above
            chain_leaves[target + 1] = word
            depth += brackets[parent]
            depths[target + 2] = depth
        closed.append(-depth)
        steps = list(map(add, opened, zip(map(LeafSteps().__getitem__, zip(leaves, closed[1:])))))
        return [
            Tree.from_flat(tuple(chain.from_iterable(steps[start:end]))) for start, end in pairwise([0, *ends.tolist()])
        ]


class LeafSteps(dict[tuple[tuple[str, str], int], Step]):
    """Leaves with brackets after them, each made once: fewer objects for the collector to walk through."""

    def __missing__(self, key: tuple[tuple[str, str], int]) -> Step:
        pair, closing = key
        step = self[key] = Leaf._make(pair), closing
        return step


def _checked(actions: Numbers, firsts: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """The actions' parts (3, words), if they are legal; the targets of first words become BEFORE_ALL."""
    targets, parents, news = parts = actions.T.astype(np.int64)
    is_legal = targets == 0
    is_legal &= (parents != NO_LABEL) & (news == NO_LABEL)
    legal_firsts = is_legal[firsts]
    targets[firsts] += BEFORE_ALL
    nodes = np.zeros_like(targets)  # of the chain before each word
    nodes[1:] = targets[:-1] + 1 + (parents[:-1] != NO_LABEL)
    nodes[firsts] = 0
    is_legal = (targets >= 0) & (targets < nodes)
    is_legal[firsts] = legal_firsts
    if not is_legal.all():
        word = int(is_legal.argmin())
        place = word - int(firsts[firsts <= word][-1])
        raise IllegalAction(f"action {place + 1}: target {actions[word][0]} on a chain of {nodes[word]} nodes")
    return parts
