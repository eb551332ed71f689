"""The attach-juxtapose transition system (the paper's section 3): one tree, one word an action, n words n actions.

A state keeps its rightmost chain as a linked list, deepest node first, and everything that has left the chain as
finished subtrees. Each action adds at most two nodes to the chain and a node leaves it once, so n actions take time
linear in the size of the tree, and earlier states stay as they were.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rightmost.errors import EmptySentence, IllegalAction, RightmostError
from rightmost.transitions.action import Action, attach, checked_actions, juxtapose
from rightmost.trees.tree import Leaf, Tree, checked_leaves
from rightmost.trees.unary import expand


class _Children:
    """A node's finished children, last first."""

    __slots__ = ("earlier", "last")

    def __init__(self, last: Tree | Leaf, earlier: _Children | None) -> None:
        self.last = last
        self.earlier = earlier


class _ChainNode:
    """A node of the rightmost chain, but for the child that is on the chain itself."""

    __slots__ = ("above", "children", "index", "label")

    def __init__(self, label: str, children: _Children | None, above: _ChainNode | None) -> None:
        self.label = label
        self.children = children
        self.above = above
        self.index: int = 0 if above is None else above.index + 1

    def with_child(self, child: Tree | Leaf) -> _ChainNode:
        return _ChainNode(self.label, _Children(child, self.children), self.above)

    def finished(self) -> Tree:
        """The subtree of this node, once nothing on the chain is below it."""
        children: list[Tree | Leaf] = []
        link = self.children
        while link is not None:
            children.append(link.last)
            link = link.earlier
        children.reverse()
        return Tree(self.label, children)


@dataclass(frozen=True, slots=True, eq=False)
class State:
    """The partial tree of the words read so far. `State()` is the empty tree.

    >>> state = State().apply(attach(0, "NP"), Leaf("Arthur", "NNP")).apply(juxtapose(0, "VP", "S"), Leaf("is", "VBZ"))
    >>> print(state.tree, state.chain_labels)
    (S (NP (NNP Arthur)) (VP (VBZ is))) ('S', 'VP')
    """

    _deepest: _ChainNode | None = None

    @property
    def chain_length(self) -> int:
        """L(T): how many nodes are on the rightmost chain."""
        return 0 if self._deepest is None else self._deepest.index + 1

    @property
    def chain_labels(self) -> tuple[str, ...]:
        """The labels on the rightmost chain, root first."""
        return tuple(node.label for node in self._chain())[::-1]

    @property
    def tree(self) -> Tree | None:
        """The partial tree, its unary chains collapsed; None before the first word."""
        if self._deepest is None:
            return None
        return _closed_down_to(self._deepest, 0).finished()

    def check(self, action: Action) -> None:
        """Raises IllegalAction unless `action` is allowed here. After the first word, any target on the chain is."""
        action.check(self.chain_length)

    def apply(self, action: Action, leaf: Leaf) -> State:
        """The state after `action` has put `leaf` into the tree."""
        self.check(action)
        chain = None
        if self._deepest is not None:
            chain = _closed_down_to(self._deepest, action.target)
            if action.new_label is not None:
                chain = _ChainNode(action.new_label, _Children(chain.finished(), None), chain.above)
        if action.parent_label is not None:
            chain = _ChainNode(action.parent_label, None, chain)
        assert chain is not None  # checked: the first word has a parent label
        return State(chain.with_child(leaf))

    def legal_actions(self, labels: Sequence[str]) -> Iterator[Action]:
        """Every action allowed here, over these labels."""
        if self._deepest is None:
            yield from (attach(0, label) for label in labels)
            return
        for target in range(self.chain_length):
            for parent in (None, *labels):
                yield attach(target, parent)
                yield from (juxtapose(target, parent, new) for new in labels)

    def _chain(self) -> Iterator[_ChainNode]:
        node = self._deepest
        while node is not None:
            yield node
            node = node.above


def _closed_down_to(node: _ChainNode, index: int) -> _ChainNode:
    """Chain node `index`, with all that is deeper finished and made its last child."""
    while node.index > index:
        assert node.above is not None
        node = node.above.with_child(node.finished())
    return node


def run(actions: Iterable[Action], leaves: Iterable[Leaf]) -> State:
    """The state after `actions`, one for each of `leaves`."""
    actions, leaves = checked_actions(actions), checked_leaves(leaves)
    if len(actions) != len(leaves):
        raise RightmostError(f"{len(actions)} actions for {len(leaves)} words: every word takes exactly one action")
    state = State()
    for number, (action, leaf) in enumerate(zip(actions, leaves), start=1):
        try:
            state = state.apply(action, leaf)
        except IllegalAction as error:
            raise IllegalAction(f"action {number}: {error}") from None
    return state


def replay(actions: Iterable[Action], leaves: Iterable[Leaf]) -> Tree:
    """The tree that `actions` build over `leaves`, unary chains expanded; the inverse of `oracle`."""
    tree = run(actions, leaves).tree
    if tree is None:
        raise EmptySentence("no actions and no words: there is no tree to build")
    return expand(tree)
