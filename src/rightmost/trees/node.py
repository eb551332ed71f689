"""One node of a tree, which knows what stands around it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from numbers import Integral

from rightmost.arguments import checked, short
from rightmost.errors import BadUsage
from rightmost.trees.heads import COLLINS, HeadTable
from rightmost.trees.index import NONE, TreeIndex
from rightmost.trees.tree import Leaf, Tree


@dataclass(frozen=True, eq=False, repr=False)
class Node:
    """A phrase, a tag or a word of a tree, by its number in preorder.

    >>> tree = Tree.from_string("(S (NP (NNP Arthur)) (VP (VBZ is)))")
    >>> node = Node(TreeIndex(tree), 1)
    >>> node, node.parent, node.children
    (Node(1, 'NP', (0, 1)), Node(0, 'S', (0, 2)), (Node(2, 'NNP', (0, 1)),))

    `Tree.root` and `Sentence.root` give the topmost node. No method recurses.
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
    def siblings(self) -> tuple[Node, ...]:
        """The other children of the parent, first to last."""
        parent = self.parent
        return () if parent is None else tuple([child for child in parent.children if child.number != self.number])

    @property
    def ancestors(self) -> tuple[Node, ...]:
        """The nodes above, nearest first."""
        return tuple([Node(self.index, above) for above in self.index.ancestors(self.number)])

    def lowest_common_ancestor(self, other: Node) -> Node:
        """The lowest node that covers both nodes; one of the two if it covers the other.

        >>> root = TreeIndex(Tree.from_string("(S (NP (NNP Arthur)) (VP (VBZ is)))")).root
        >>> root.find("NNP").lowest_common_ancestor(root.find("VBZ")).label
        'S'
        """
        if self.index is not other.index and self.tree != other.tree:
            raise BadUsage(f"{self} and {other} are nodes of different trees, which have no common ancestor")
        number = self.number
        while not number <= other.number < self.index.end[number]:
            number = self.index.parent[number]
        return Node(self.index, number)

    @property
    def depth(self) -> int:
        """How many nodes are above; of the root 0."""
        return self.index.depth[self.number]

    @property
    def height(self) -> int:
        """How many steps it takes down to the farthest word: of a word 0, of a tag 1."""
        return self.index.height[self.number]

    # -- its head -----------------------------------------------------------------------------

    @property
    def head(self) -> Node:
        """The head word, by Collins' rules: the word that the head children lead down to.

        >>> tree = Tree.from_string("(NP (NP (DT the) (NN king)) (PP (IN of) (NP (NNPS Britons))))")
        >>> tree.root.head.text, tree.find("PP").head.span, tree.root.head_child
        ('king', (2, 3), Node(1, 'NP', (0, 2)))
        """
        return self.head_by(COLLINS)

    @property
    def head_child(self) -> Node | None:
        """The child in which the head is; None below a word."""
        return self.head_child_by(COLLINS)

    def head_by(self, table: HeadTable) -> Node:
        """The head word by other rules."""
        return Node(self.index, self.index.array(table.head_words)[self.number])

    def head_child_by(self, table: HeadTable) -> Node | None:
        """The child in which the head is, by other rules."""
        child = self.index.array(table.heads)[self.number]
        return None if child == NONE else Node(self.index, child)

    # -- its place in a text ------------------------------------------------------------------

    @property
    def start(self) -> int:
        """Where the node begins in the text of its document: `document.text[node.start:node.end]` is the node."""
        return self._places[self.span[0]][0]

    @property
    def end(self) -> int:
        """Where the node ends in the text of its document."""
        return self._places[self.span[1] - 1][1]

    @property
    def _places(self) -> tuple[tuple[int, int], ...]:
        if self.index.places is None:
            raise BadUsage(
                "this tree has no text, so its nodes have no start and end; a sentence's root has: "
                "parser.parse_text(text).sentences[0].root"
            )
        return self.index.places

    # -- the nodes in it ----------------------------------------------------------------------

    def preorder(self) -> Iterator[Node]:
        """The node and all below it, parents before children, left to right."""
        return (Node(self.index, number) for number in range(self.number, self.index.end[self.number]))

    def postorder(self) -> Iterator[Node]:
        """The node and all below it, children before parents, left to right."""
        waiting: list[int] = []
        for number in range(self.number, self.index.end[self.number]):
            while waiting and self.index.end[waiting[-1]] <= number:
                yield Node(self.index, waiting.pop())
            waiting.append(number)
        while waiting:
            yield Node(self.index, waiting.pop())

    def find(self, label: str) -> Node | None:
        """The first phrase or tag with this label, in preorder; None where there is none. The node itself counts."""
        return next(self.find_all(label), None)

    def find_all(self, label: str) -> Iterator[Node]:
        """All phrases and tags with this label, in preorder. The node itself counts, and words do not."""
        checked(label, str, "a label, a str,")
        return self._labelled(label)

    def _labelled(self, label: str) -> Iterator[Node]:
        labels, end = self.index.labels, self.index.end
        for number in range(self.number, end[self.number]):
            if labels[number] == label and end[number] != number + 1:
                yield Node(self.index, number)

    def at(self, left: int, right: int) -> Node | None:
        """The highest node over just the words `[left, right)`; None where no node is. The node itself counts."""
        index = self.index
        for place in (left, right):
            checked(place, Integral, "a word's number")
        if not 0 <= left < right <= len(index.words):
            given, size = f"{short(left)}, {short(right)}", len(index.words)
            raise BadUsage(f"the words [{given}) of a tree of {size}; allowed: 0 <= left < right <= {size}")
        word = index.words[left]
        found = None
        for number in (word, *index.ancestors(word)):
            if number < self.number or index.left[number] != left or index.right[number] > right:
                break
            found = number if index.right[number] == right else None
        return None if found is None or found >= index.end[self.number] else Node(index, found)

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
