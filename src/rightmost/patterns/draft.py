"""A tree while it is being rewritten: nodes that can be moved, and the tree that they form at the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rightmost.errors import RightmostError
from rightmost.trees.index import NONE, TreeIndex
from rightmost.trees.normalise import WRAPPER
from rightmost.trees.tree import Leaf, Step, Tree


class DraftNode:
    """A phrase, a tag or a word. Compared by identity."""

    __slots__ = ("above", "children", "is_word", "label")

    def __init__(self, label: str, children: Iterable[DraftNode] = (), *, is_word: bool = False) -> None:
        self.label = label
        self.is_word = is_word
        self.above: DraftNode | None = None
        self.children: list[DraftNode] = []
        self.insert(0, children)

    def insert(self, place: int, nodes: Iterable[DraftNode]) -> None:
        """Puts nodes that stand nowhere among the children."""
        nodes = list(nodes)
        for node in nodes:
            node.above = self
        self.children[place:place] = nodes

    def taken_children(self) -> list[DraftNode]:
        """The children, which stand nowhere from then on."""
        children, self.children = self.children, []
        for child in children:
            child.above = None
        return children

    def place(self) -> int:
        """Which child of the node above it is."""
        assert self.above is not None
        return next(place for place, child in enumerate(self.above.children) if child is self)

    def detach(self) -> None:
        """Takes the node, with all below it, from the node above."""
        if self.above is not None:
            del self.above.children[self.place()]
            self.above = None

    def upwards(self) -> Iterator[DraftNode]:
        """The node and all above it, itself first."""
        node: DraftNode | None = self
        while node is not None:
            yield node
            node = node.above

    def preorder(self) -> Iterator[DraftNode]:
        """The node and all below it."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))

    def copy(self) -> DraftNode:
        """The node with all below it, once more."""
        made = DraftNode(self.label, is_word=self.is_word)
        stack = [(self, made)]
        while stack:
            node, other = stack.pop()
            other.insert(0, [DraftNode(child.label, is_word=child.is_word) for child in node.children])
            stack.extend(zip(node.children, other.children))
        return made


class Draft:
    """A whole tree; `nodes` are by their numbers in the index it was made from."""

    def __init__(self, index: TreeIndex) -> None:
        self.nodes = [DraftNode(label) for label in index.labels]
        for word in index.words:
            self.nodes[word].is_word = True
        for node, parent in zip(self.nodes, index.parent):
            if parent != NONE:
                self.nodes[parent].children.append(node)
                node.above = self.nodes[parent]
        self.root: DraftNode | None = self.nodes[0]

    def replace(self, old: DraftNode, new: Sequence[DraftNode], *, what: str) -> None:
        """Puts new nodes, which stand nowhere, where the old one is."""
        if old is self.root:
            if len(new) != 1:
                raise RightmostError(f"{what} puts {len(new)} nodes in the place of the root; a tree has one root")
            self.root = new[0]
        else:
            above, place = old.above, old.place()
            assert above is not None
            old.detach()
            above.insert(place, new)

    def remove(self, node: DraftNode) -> None:
        """Takes the node and all below it out of the tree."""
        if node is self.root:
            self.root = None
        node.detach()

    def tree(self) -> Tree:
        """The tree that it has become; raises where that is none: words without tags, phrases without words."""
        if self.root is None:
            raise RightmostError("nothing is left of the tree")
        steps: list[Step] = []
        for node in self.root.preorder():
            if node.is_word:
                _check_word(node)
                steps[-1] = (Leaf(node.label, str(steps[-1][0])), -_closing(node, self.root))
            elif not node.children:
                raise RightmostError(f"({node.label}) is left without words; prune takes such a node away as well")
            else:
                steps.append((node.label, 1))
        if len(steps) == 1:
            (leaf, _) = steps[0]
            steps = [(WRAPPER, 1), (leaf, -1)]
        return Tree.from_flat(tuple(steps))


def _check_word(node: DraftNode) -> None:
    if node.children:
        raise RightmostError(f"the word {node.label!r} has nodes below it; they belong below a tag or a phrase")
    if node.above is None or len(node.above.children) != 1:
        raise RightmostError(f"the word {node.label!r} has no tag of its own; put it in as (TAG {node.label})")


def _closing(word: DraftNode, root: DraftNode) -> int:
    """The phrases that end with a word."""
    count = 0
    node = word.above
    while node is not None and node is not root:
        above = node.above
        if above is None or above.children[-1] is not node:
            break
        count += 1
        node = above
    return count
