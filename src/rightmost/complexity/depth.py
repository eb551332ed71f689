"""How deep and how branching trees are: Yngve (1960), Frazier (1985), depths, distances. Marks are left out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from rightmost.complexity.measure import HasTrees, sentences_of
from rightmost.trees.index import TreeIndex
from rightmost.trees.normalise import WRAPPERS, of_what_is_left
from rightmost.trees.tree import Tree, as_tree

#: Tags of words; others are marks. As `W` in l2sca.toml has it.
_WORD_TAG = re.compile(r"(?!(?:HYPH|NFP)$)[A-Z]+\$?")
#: What Frazier gives one and a half.
SENTENCES = frozenset({"S", "SBAR", "SBARQ", "SINV", "SQ"})


@dataclass
class _Tally:
    """Values of all words of a text, sentence after sentence."""

    yngve: list[int] = field(default_factory=list)
    frazier: list[float] = field(default_factory=list)
    local: list[float] = field(default_factory=list)  # Frazier's scores of three neighbours
    depth: list[int] = field(default_factory=list)
    height: list[int] = field(default_factory=list)  # of each sentence
    distance: list[int] = field(default_factory=list)  # between neighbours
    children: list[int] = field(default_factory=list)  # of each phrase

    def add(self, tree: Tree) -> None:
        """Takes in a sentence without marks."""
        index = TreeIndex(tree)
        wrapped = int(tree.label in WRAPPERS)
        right = [0] * len(index)  # siblings to the right
        children = [0] * len(index)
        for number in range(len(index) - 1, 0, -1):
            above = index.parent[number]
            right[number] = children[above]
            children[above] += 1
        yngve = [0] * len(index)
        frazier = [0.0] * len(index.words)
        for number in range(1, len(index)):
            yngve[number] = yngve[index.parent[number]] + right[number]
        for number in range(wrapped, len(index)):
            if index.end[number] > number + 2:  # a phrase: it begins with one word, which has it to open
                self.children.append(children[number])
                frazier[index.left[number]] += 1.5 if index.labels[number] in SENTENCES else 1.0
        depth = [index.depth[word] - 1 - wrapped for word in index.words]
        self.yngve += [yngve[word] for word in index.words]
        self.frazier += frazier
        self.local += [sum(frazier[place : place + 3]) for place in range(max(1, len(frazier) - 2))]
        self.depth += depth
        self.height.append(max(depth))
        self.distance += [_distance(index, position) for position in range(1, len(index.words))]


def measure_depth(trees: Iterable[Tree] | HasTrees | Tree) -> dict[str, float]:
    """The depth measures of all trees together; docs/complexity.md has the formulas.

    >>> tree = Tree.from_string("(S (NP (DT the) (NN king)) (VP (VBZ rides)) (. .))")
    >>> figures = measure_depth([tree])
    >>> figures["yngve_mean"], figures["frazier_max"], figures["depth_max"], figures["distance_max"]
    (1.0, 2.5, 2, 4)
    """
    tally = _Tally()
    for tree in sentences_of(trees):
        words = tree.fold(lambda leaf: leaf if _WORD_TAG.fullmatch(leaf.tag) else None, of_what_is_left)
        if words is not None:
            tally.add(as_tree(words))
    return {
        "yngve_mean": _mean(tally.yngve),
        "yngve_max": max(tally.yngve, default=0),
        "frazier_mean": _mean(tally.frazier),
        "frazier_max": max(tally.frazier, default=0),
        "frazier_local": max(tally.local, default=0),
        "depth_mean": _mean(tally.depth),
        "depth_max": max(tally.depth, default=0),
        "height_mean": _mean(tally.height),
        "branching": _mean(tally.children),
        "distance_mean": _mean(tally.distance),
        "distance_max": max(tally.distance, default=0),
    }


def _distance(index: TreeIndex, position: int) -> int:
    """The steps through the tree from the tag of the word before `position` to the tag of the word there."""
    before, after = index.words[position - 1], index.words[position]
    common = index.parent[index.starting_at(position)[0]]
    return index.depth[before] + index.depth[after] - 2 - 2 * index.depth[common]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
