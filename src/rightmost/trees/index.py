"""A tree as arrays over its nodes in preorder, words included: what a search walks instead of objects."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from rightmost.trees.tree import Leaf, Tree

if TYPE_CHECKING:
    from rightmost.trees.node import Node

NONE = -1  # where there is no such node


class TreeIndex:
    """The nodes of a tree, numbered in preorder: phrases, tags and words. A word is the only child of its tag.

    Each array holds one value a node. The arrays that need a pass of their own are made when they are first asked for.

    >>> index = TreeIndex(Tree.from_string("(S (NP (NNP Arthur)) (VP (VBZ is)))"))
    >>> index.labels
    ['S', 'NP', 'NNP', 'Arthur', 'VP', 'VBZ', 'is']
    >>> index.parent, index.end
    ([-1, 0, 1, 2, 0, 4, 5], [7, 4, 4, 4, 7, 7, 7])
    """

    tree: Tree
    labels: list[str]  # of a phrase its label, of a tag the tag, of a word the word
    parent: list[int]
    end: list[int]  # the first number after a node and all below it
    left: list[int]  # words before the node
    words: list[int]  # the nodes that are words, first to last
    places: tuple[tuple[int, int], ...] | None  # the characters `[start, end)` of each word, of a tree with a text

    def __init__(self, tree: Tree, places: Iterable[tuple[int, int]] | None = None) -> None:
        labels: list[str] = []
        parent: list[int] = []
        end: list[int] = []
        left: list[int] = []
        words: list[int] = []
        above: list[int] = []
        top, number, position = NONE, 0, 0
        for item, change in tree.flat:
            parent.append(top)
            left.append(position)
            if type(item) is Leaf:
                labels += item.tag, item.word
                parent.append(number)
                left.append(position)
                words.append(number + 1)
                number += 2
                position += 1
                end += number, number
                for _ in range(-change):
                    end[top] = number
                    top = above.pop()
            else:
                labels.append(item)
                end.append(0)
                above.append(top)
                top = number
                number += 1
        self.tree = tree
        self.labels, self.parent, self.end, self.left, self.words = labels, parent, end, left, words
        self.places = None if places is None else tuple(places)
        self._arrays: dict[Callable[[TreeIndex], list[int]], list[int]] = {}

    def __len__(self) -> int:
        return len(self.labels)

    @cached_property
    def right(self) -> list[int]:
        """The words up to the end of each node: it covers the words `[left, right)`."""
        left = [*self.left, len(self.words)]
        return [left[end] for end in self.end]

    @cached_property
    def next(self) -> list[int]:
        """The next sibling."""
        end = self.end
        return [NONE, *[after if after < end[above] else NONE for after, above in zip(end[1:], self.parent[1:])]]

    @cached_property
    def previous(self) -> list[int]:
        """The previous sibling."""
        previous = [NONE] * len(self)
        for number, after in enumerate(self.next):
            if after != NONE:
                previous[after] = number
        return previous

    @cached_property
    def first(self) -> list[int]:
        """The first child."""
        return [number if number < end else NONE for number, end in enumerate(self.end, start=1)]

    @cached_property
    def last(self) -> list[int]:
        """The last child."""
        last = [NONE] * len(self)
        for number in range(1, len(self)):
            last[self.parent[number]] = number
        return last

    @cached_property
    def depth(self) -> list[int]:
        """The nodes above each node."""
        depth = [0] * len(self)
        for number in range(1, len(self)):
            depth[number] = depth[self.parent[number]] + 1
        return depth

    @cached_property
    def height(self) -> list[int]:
        """The steps from each node down to the farthest word in it."""
        height = [0] * len(self)
        for number in range(len(self) - 1, 0, -1):
            above = self.parent[number]
            height[above] = max(height[above], height[number] + 1)
        return height

    @property
    def root(self) -> Node:
        """The topmost node."""
        from rightmost.trees.node import Node

        return Node(self, 0)

    def array(self, make: Callable[[TreeIndex], list[int]]) -> list[int]:
        """What `make` makes of this index, once."""
        found = self._arrays.get(make)
        if found is None:
            found = self._arrays[make] = make(self)
        return found

    def children(self, number: int) -> Iterator[int]:
        """The children of a node, first to last."""
        end = self.end
        child, stop = number + 1, end[number]
        while child < stop:
            yield child
            child = end[child]

    def ancestors(self, number: int) -> Iterator[int]:
        """The nodes above a node, nearest first."""
        above = self.parent[number]
        while above != NONE:
            yield above
            above = self.parent[above]

    def is_word(self, number: int) -> bool:
        return self.end[number] == number + 1

    def is_tag(self, number: int) -> bool:
        """Whether the node stands right above a word."""
        return self.end[number] == number + 2

    def starting_at(self, position: int) -> range:
        """The nodes that begin with the word at `position`, highest first; none after the last word."""
        if position >= len(self.words):
            return range(0)
        return range(self.words[position - 1] + 1 if position else 0, self.words[position] + 1)

    def ending_at(self, position: int) -> list[int]:
        """The nodes that end right before the word at `position`, highest first; none before the first word."""
        if not position:
            return []
        word = self.words[position - 1]
        found = [word]
        for above in self.ancestors(word):
            if self.end[above] != word + 1:
                break
            found.append(above)
        return found[::-1]
