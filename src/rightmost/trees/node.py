"""One node of a tree, which knows what stands around it."""

from __future__ import annotations

from dataclasses import dataclass

from rightmost.trees.index import NONE, TreeIndex
from rightmost.trees.tree import Leaf, Tree


@dataclass(frozen=True, eq=False, repr=False)
class Node:
    """A phrase, a tag or a word of a tree, by its number in preorder.

    >>> tree = Tree.from_string("(S (NP (NNP Arthur)) (VP (VBZ is)))")
    >>> node = Node(TreeIndex(tree), 1)
    >>> node, node.parent, node.children
    (Node(1, 'NP', (0, 1)), Node(0, 'S', (0, 2)), (Node(2, 'NNP', (0, 1)),))
    """

    index: TreeIndex
    number: int

    @property
    def tree(self) -> Tree:
        """The whole tree that the node is in."""
        return self.index.tree

    @property
    def label(self) -> str:
        """Of a phrase its label, of a tag the tag, of a word the word."""
        return self.index.labels[self.number]

    @property
    def span(self) -> tuple[int, int]:
        """The words `[left, right)` that the node covers."""
        return self.index.left[self.number], self.index.right[self.number]

    @property
    def words(self) -> tuple[str, ...]:
        left, right = self.span
        return tuple([self.index.labels[word] for word in self.index.words[left:right]])

    @property
    def text(self) -> str:
        """The words, a space between any two."""
        return " ".join(self.words)

    @property
    def parent(self) -> Node | None:
        """The node right above; None above the root."""
        above = self.index.parent[self.number]
        return None if above == NONE else Node(self.index, above)

    @property
    def children(self) -> tuple[Node, ...]:
        """The children, first to last: of a tag its word, of a word none."""
        return tuple([Node(self.index, child) for child in self.index.children(self.number)])

    @property
    def subtree(self) -> Tree | Leaf | str:
        """The node with all below it: of a phrase a tree, of a tag a leaf, of a word the word.

        >>> str(Node(TreeIndex(Tree.from_string("(S (NP (NNP Arthur)) (VP (VBZ is)))")), 1).subtree)
        '(NP (NNP Arthur))'
        """
        index, number = self.index, self.number
        if index.is_word(number):
            return self.label
        if index.is_tag(number):
            return Leaf(index.labels[number + 1], self.label)
        begin = number - index.left[number]  # a leaf is two nodes and one step
        end = index.end[number] - index.right[number]
        *steps, (leaf, _) = self.tree.flat[begin:end]
        return Tree.from_flat((*steps, (leaf, -sum([change for _, change in steps]))))

    def __eq__(self, other: object) -> bool:
        """Nodes are equal if they are the same node of equal trees."""
        if not isinstance(other, Node):
            return NotImplemented
        return self.number == other.number and self.tree == other.tree

    def __hash__(self) -> int:
        return hash((self.number, self.label))

    def __repr__(self) -> str:
        return f"Node({self.number}, {self.label!r}, {self.span})"
