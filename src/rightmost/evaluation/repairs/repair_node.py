"""A tree as evalb sees it, in a form that can be repaired in place. Private to the repair: it is never handed out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rightmost.evaluation.bracketed_sentence import BracketedSentence
from rightmost.evaluation.matching import Names, counted_brackets
from rightmost.evaluation.parameters import COLLINS
from rightmost.trees.normalise import WRAPPER
from rightmost.trees.tree import Span

_NAMES = Names(COLLINS)
_SAME_AS = {other: one for one, other in COLLINS.equivalent_labels}


class RepairNode:
    """A label over children, which cover the words `[left, right)`; a leaf has its tag as label and no children."""

    __slots__ = ("children", "label", "left", "parent", "right")

    def __init__(self, label: str, *, left: int, right: int) -> None:
        self.label = label
        self.left = left
        self.right = right
        self.parent: RepairNode | None = None
        self.children: list[RepairNode] = []

    @property
    def is_leaf(self) -> bool:
        return not self.children

    @property
    def span(self) -> Span:
        return Span(self.left, self.right, self.label)

    @property
    def above(self) -> RepairNode:
        """The parent, which the caller knows to be there."""
        assert self.parent is not None
        return self.parent

    def covers(self, left: int, right: int) -> bool:
        """Whether all the words `[left, right)` are below this node."""
        return self.left <= left and right <= self.right

    def labels(self) -> tuple[str, ...]:
        """The labels of the children."""
        return tuple([child.label for child in self.children])

    def nodes(self) -> Iterator[RepairNode]:
        """The internal nodes below this one, parents before children, left to right."""
        stack = [child for child in reversed(self.children) if child.children]
        while stack:
            node = stack.pop()
            yield node
            stack.extend([child for child in reversed(node.children) if child.children])

    def replace(self, first: int, last: int, *, nodes: Sequence[RepairNode]) -> None:
        """Puts `nodes` where the children `[first, last)` are."""
        for node in nodes:
            node.parent = self
        self.children[first:last] = nodes

    def wrap(self, first: int, last: int, *, label: str) -> RepairNode:
        """Puts the children `[first, last)` under a new node, which is given back."""
        inside = self.children[first:last]
        node = RepairNode(label, left=inside[0].left, right=inside[-1].right)
        node.replace(0, 0, nodes=inside)
        self.replace(first, last, nodes=[node])
        return node

    def unwrap(self) -> None:
        """Puts the children in this node's place."""
        place = self.above.children.index(self)
        self.above.replace(place, place + 1, nodes=self.children)


def compared_brackets(sentence: BracketedSentence) -> list[Span]:
    """The brackets that evalb counts, in the order in which they open, equivalent labels under one name."""
    return [Span(left, right, _SAME_AS.get(label, label)) for left, right, label in counted_brackets(sentence, _NAMES)]


def node_of(sentence: BracketedSentence) -> RepairNode:
    """The sentence's counted brackets over its words, under a root that does not count."""
    root = RepairNode(WRAPPER, left=0, right=len(sentence.words))
    stack = [root]
    word = 0
    for left, right, label in compared_brackets(sentence):
        word = _leaves(stack, sentence, word=word, end=left)
        while stack[-1].right <= left:
            stack.pop()
        node = RepairNode(label, left=left, right=right)
        _append(stack[-1], node)
        stack.append(node)
    _leaves(stack, sentence, word=word, end=root.right)
    return root


def _leaves(stack: list[RepairNode], sentence: BracketedSentence, *, word: int, end: int) -> int:
    """Puts the words up to `end` under the open nodes, closing those that end before them; gives back `end`."""
    for place in range(word, end):
        while stack[-1].right <= place:
            stack.pop()
        _append(stack[-1], RepairNode(sentence.tags[place], left=place, right=place + 1))
    return end


def _append(parent: RepairNode, child: RepairNode) -> None:
    place = len(parent.children)
    parent.replace(place, place, nodes=[child])
