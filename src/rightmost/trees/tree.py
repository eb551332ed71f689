"""A frozen constituency tree (the paper's section 3). No method recurses, so any depth is fine.

A tree keeps itself in either of two forms, and makes the other when it is first asked for: a label over children, as
people think of it; or *flat*, one step for each opening bracket and each leaf, as readers and folds walk it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, TypeAlias, TypeVar, final
from weakref import ref

from rightmost.arguments import in_order, listed, refuse, shown, whole_number
from rightmost.errors import RightmostError

if TYPE_CHECKING:
    import nltk
    import pandas

    from rightmost.trees.index import TreeIndex
    from rightmost.trees.node import Node

T = TypeVar("T")


@final
class Leaf(NamedTuple):
    """One word, as written in the text, and its part-of-speech tag."""

    word: str
    tag: str


#: (label, 1) opens a node; (leaf, -k) is a leaf with k closing brackets after it.
Step: TypeAlias = tuple[str | Leaf, int]


class Span(NamedTuple):
    """A labelled bracket over the words `[left, right)`."""

    left: int
    right: int
    label: str


Confidence: TypeAlias = Mapping[Span, float]


class Tree:
    """An internal node: a label over one or more children, each a `Tree` or a `Leaf`.

    >>> tree = Tree("NP", [Leaf("the", "DT"), Leaf("Britons", "NNPS")])
    >>> str(tree), tree.words, tree.tags
    ('(NP (DT the) (NNPS Britons))', ('the', 'Britons'), ('DT', 'NNPS'))
    """

    __slots__ = ("_children", "_confidence", "_flat", "_index", "label")

    label: str
    _confidence: Confidence | Callable[[Tree], Confidence] | None
    _children: tuple[Tree | Leaf, ...] | None
    _flat: tuple[Step, ...] | None
    _index: ref[TreeIndex]  # set when first asked for, and kept as long as a node is

    def __init__(
        self,
        label: str,
        children: Iterable[Tree | Leaf],
        *,
        confidence: Confidence | None = None,
    ) -> None:
        if not isinstance(label, str):
            refuse(label, "a node's label, a str,")
        children = tuple(in_order(children, "a list of children"))
        if not children:
            raise RightmostError(f"a {label or 'root'} node needs at least one child")
        for child in children:
            if type(child) is not Tree and not is_leaf(child) and not isinstance(child, Tree):
                what = f"a child of {label or 'the root'} is {shown(child)}"
                raise RightmostError(f"{what}; allowed: a Tree, or a Leaf(word, tag) of two strings")
        if confidence is not None and not isinstance(confidence, Mapping):
            refuse(confidence, "a confidence for each span, a dict,")
        _set(self, "label", label)
        _set(self, "_confidence", confidence)
        _set(self, "_children", children)
        _set(self, "_flat", None)

    @classmethod
    def from_flat(
        cls, flat: tuple[Step, ...], *, confidence: Confidence | Callable[[Tree], Confidence] | None = None
    ) -> Tree:
        """The tree of these steps, which the caller knows to be those of one tree.

        Its confidence may be given as what works it out, when it is first asked for.
        """
        tree = object.__new__(cls)
        _set(tree, "label", flat[0][0])
        _set(tree, "_confidence", confidence)
        _set(tree, "_children", None)
        _set(tree, "_flat", flat)
        return tree

    # -- what it holds ------------------------------------------------------------------------

    @property
    def confidence(self) -> Confidence | None:
        """After beam search: each bracket's share of the beam's probability. Not part of equality."""
        known = self._confidence
        if callable(known):
            known = known(self)
            _set(self, "_confidence", known)
        return known

    @property
    def children(self) -> tuple[Tree | Leaf, ...]:
        """The children, first to last."""
        if self._children is None:
            _set(self, "_children", self.rebuilt(Tree)._children)
        return self._children  # type: ignore[return-value]

    @property
    def flat(self) -> tuple[Step, ...]:
        """One step for each opening bracket and each leaf, left to right.

        >>> Tree.from_string("(S (NP (NNP Arthur)) (VP (VBZ is)))").flat
        (('S', 1), ('NP', 1), (Leaf(word='Arthur', tag='NNP'), -1), ('VP', 1), (Leaf(word='is', tag='VBZ'), -2))
        """
        if self._flat is None:
            _set(self, "_flat", tuple(_flattened(self)))
        return self._flat  # type: ignore[return-value]

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        """The leaves, left to right."""
        return tuple([item for item, _ in self.flat if type(item) is Leaf])

    @property
    def words(self) -> tuple[str, ...]:
        return tuple([leaf.word for leaf in self.leaves])

    @property
    def tags(self) -> tuple[str, ...]:
        return tuple([leaf.tag for leaf in self.leaves])

    def __iter__(self) -> Iterator[Tree | Leaf]:
        """The children, first to last."""
        return iter(self.children)

    def nodes(self) -> Iterator[Tree]:
        """The internal nodes, parents before children, left to right."""
        stack: list[Tree | Leaf] = [self]
        while stack:
            node = stack.pop()
            if isinstance(node, Tree):
                yield node
                stack.extend(reversed(node.children))

    def spans(self) -> list[Span]:
        """The labelled brackets of the internal nodes, parents before children.

        >>> Tree.from_string("(S (NP (NNP Arthur)) (VP (VBZ is)))").spans()
        [Span(left=0, right=2, label='S'), Span(left=0, right=1, label='NP'), Span(left=1, right=2, label='VP')]
        """
        spans: list[Span] = []
        open_places: list[int] = []
        position = 0
        for item, change in self.flat:
            if type(item) is Leaf:
                position += 1
                for _ in range(-change):
                    place = open_places.pop()
                    spans[place] = spans[place]._replace(right=position)
            else:
                open_places.append(len(spans))
                spans.append(Span(position, position, item))
        return spans

    def subtrees(self) -> Iterator[Tree]:
        """The tree and every phrase in it as a tree of its own, parents before children; `nodes()` by another name."""
        return self.nodes()

    def fold(self, leaf: Callable[[Leaf], T], node: Callable[[str, list[T]], T]) -> T:
        """The tree's value, bottom up: `leaf` of each leaf, `node` of each label and its children's values.

        >>> tree = Tree.from_string("(S (NP (NNP Arthur)) (VP (VBZ is)))")
        >>> tree.fold(lambda leaf: 1, lambda label, sizes: sum(sizes))
        2
        """
        for function in (leaf, node):
            if not callable(function):
                refuse(function, "a function")
        labels: list[str] = []
        above: list[list[T]] = []
        values: list[T] = []
        for item, change in self.flat:
            if type(item) is Leaf:
                values.append(leaf(item))
                for _ in range(-change):
                    value = node(labels.pop(), values)
                    values = above.pop()
                    values.append(value)
            else:
                labels.append(item)
                above.append(values)
                values = []
        return values[0]

    def rebuilt(self, phrase: Callable[[str, list[Tree | Leaf]], Tree | Leaf]) -> Tree:
        """The tree with each phrase made anew by `phrase`, from its label and children, inner ones first.

        >>> tree = Tree.from_string("(S (NP (NNP Arthur)) (VP (VBZ is)))")
        >>> str(tree.rebuilt(lambda label, children: Tree(label.lower(), children)))
        '(s (np (NNP Arthur)) (vp (VBZ is)))'
        """
        return as_tree(self.fold(_same_leaf, phrase))

    def with_leaves(self, leaves: Iterable[Leaf]) -> Tree:
        """The same brackets over other leaves, equally many."""
        given = checked_leaves(leaves)
        have = len(self.leaves)
        if len(given) != have:
            raise RightmostError(f"{len(given)} leaves for a tree of {have}: give exactly one leaf a word")
        supply = iter(given)
        return Tree.from_flat(
            tuple([(next(supply) if type(item) is Leaf else item, change) for item, change in self.flat])
        )

    # -- its nodes, which know what is around them ----------------------------------------------

    @property
    def root(self) -> Node:
        """The topmost node, from which all others can be reached.

        >>> Tree.from_string("(S (NP (NNP Arthur)) (VP (VBZ is)))").root.children
        (Node(1, 'NP', (0, 1)), Node(4, 'VP', (1, 2)))
        """
        known = getattr(self, "_index", None)
        index = known() if known is not None else None
        if index is None:
            from rightmost.trees.index import TreeIndex

            index = TreeIndex(self)
            _set(self, "_index", ref(index))
        return index.root

    def find(self, label: str) -> Node | None:
        """The first phrase or tag with this label, in preorder; None where there is none.

        >>> node = Tree.from_string("(S (NP (NNP Arthur)) (VP (VBZ is)))").find("VP")
        >>> node.span, node.words, node.head.text, node.parent.label
        ((1, 2), ('is',), 'is', 'S')
        """
        return self.root.find(label)

    def find_all(self, label: str) -> Iterator[Node]:
        """All phrases and tags with this label, in preorder."""
        return self.root.find_all(label)

    def at(self, left: int, right: int) -> Node | None:
        """The highest node over just the words `[left, right)`; None where no node is."""
        return self.root.at(left, right)

    def preorder(self) -> Iterator[Node]:
        """Every phrase, tag and word, parents before children, left to right."""
        return self.root.preorder()

    def postorder(self) -> Iterator[Node]:
        """Every phrase, tag and word, children before parents, left to right."""
        return self.root.postorder()

    # -- value semantics ----------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        return self is other or (self.flat == other.flat if isinstance(other, Tree) else NotImplemented)

    def __hash__(self) -> int:
        return hash(self.flat)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a Tree is frozen: build a new one instead of setting {name!r}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a Tree is frozen: build a new one instead of deleting {name!r}")

    def __copy__(self) -> Tree:
        return self

    def __deepcopy__(self, memo: object) -> Tree:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (self.flat, self.confidence)

    # -- other forms --------------------------------------------------------------------------

    @classmethod
    def from_string(cls, text: str) -> Tree:
        """The one tree written in `text`, without its wrapper root.

        >>> Tree.from_string("(TOP (NP (-LRB- -LRB-) (NNP Arthur)))").words
        ('(', 'Arthur')
        """
        from rightmost.trees.brackets import parse_brackets

        if not isinstance(text, str):
            refuse(text, "a tree in brackets, a str,")
        return parse_brackets(text)

    def __str__(self) -> str:
        """The bracketed form, on one line."""
        from rightmost.trees.brackets import format_tree

        return format_tree(self)

    def __repr__(self) -> str:
        return f"Tree.from_string({str(self)!r})"

    @classmethod
    def from_nltk(cls, tree: nltk.Tree) -> Tree:
        """The same tree from nltk's type; every nltk leaf must stand alone under its tag."""
        from rightmost.trees.interchange import from_nltk

        return from_nltk(tree)

    def to_nltk(self) -> nltk.Tree:
        """The same tree in nltk's type, tags as the nodes right above the words."""
        from rightmost.trees.interchange import to_nltk

        return to_nltk(self)

    def to_dataframe(self) -> pandas.DataFrame:
        """A table of a row a phrase or tag, in preorder (docs/exchange.md). Needs pandas."""
        from rightmost.exchange.node_table import to_dataframe

        return to_dataframe(self)

    def draw(
        self, *, width: int | None = None, outline: bool = False, ascii: bool = False, colour: bool = False
    ) -> str:
        """The tree drawn in plain text, top down; as an outline if asked for, or if wider than `width` columns."""
        from rightmost.drawing.draw import draw

        if width is not None:
            width = whole_number(width, "width", least=0, why=" (of columns)")
        return draw(self, width=width, outline=outline, ascii=ascii, colour=colour)

    def svg(self) -> str:
        """The tree as a standalone SVG picture."""
        from rightmost.drawing.svg import svg

        return svg(self)

    def _repr_svg_(self) -> str | None:
        """What a notebook shows; None, for which it shows the `repr`, of a very large tree."""
        from rightmost.drawing.notebook import picture

        return picture(self)


_set = object.__setattr__  # the one way past a Tree's own, which refuses


def _same_leaf(leaf: Leaf) -> Tree | Leaf:
    """The leaf as it is. (Its type is what a tree's children may be.)"""
    return leaf


def is_leaf(value: object) -> bool:
    """Whether this is a leaf, of a word and a tag that are strings. (A tuple cannot look at what it is made of.)"""
    if type(value) is not Leaf:
        return False
    word, tag = value
    return (type(word) is str or isinstance(word, str)) and (type(tag) is str or isinstance(tag, str))


def checked_leaves(leaves: Iterable[Leaf]) -> list[Leaf]:
    """The leaves as a list, after a look at each."""
    found: list[Leaf] = listed(leaves, "a list of leaves")
    for number, leaf in enumerate(found, start=1):
        if not is_leaf(leaf):
            raise RightmostError(f"leaf {number} is {shown(leaf)}; allowed: a Leaf(word, tag) of two strings")
    return found


def checked_tree(tree: Tree) -> Tree:
    """The tree, after a look at its type."""
    if not isinstance(tree, Tree):
        refuse(tree, "a Tree (Tree.from_string makes one of text)")
    return tree


def as_tree(node: Tree | Leaf) -> Tree:
    """`node`, which the caller knows is not a bare leaf."""
    assert isinstance(node, Tree)
    return node


def category(node: Tree | Leaf) -> str:
    """A leaf's tag, or a tree's label."""
    return node.tag if isinstance(node, Leaf) else node.label


def first_word(node: Tree | Leaf) -> str:
    """The word that a node begins with."""
    while isinstance(node, Tree):
        node = node.children[0]
    return node.word


def _flattened(tree: Tree) -> list[Step]:
    flat: list[Step] = []
    stack: list[Tree | Leaf | None] = [tree]  # None closes a bracket
    while stack:
        node = stack.pop()
        if node is None:
            leaf, change = flat[-1]
            flat[-1] = (leaf, change - 1)
        elif isinstance(node, Leaf):
            flat.append((node, 0))
        elif node._children is None:
            flat.extend(node.flat)
        else:
            flat.append((node.label, 1))
            stack.append(None)
            stack.extend(reversed(node._children))
    return flat


def _unpickled(flat: tuple[Step, ...], confidence: Confidence | None) -> Tree:
    return Tree.from_flat(flat, confidence=confidence)
