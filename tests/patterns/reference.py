"""Patterns matched by brute force: every pair of nodes, by the definitions alone. Slow, and shares nothing with ours.

A node is known by the path to it from the root: the number of the child to take at each step.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from rightmost.trees.heads import COLLINS
from rightmost.trees.tree import Leaf, Tree

Path = tuple[int, ...]


class Nodes:
    """The label of each node of a tree, by its path."""

    def __init__(self, tree: Tree) -> None:
        self.labels: dict[Path, str] = {}
        self._add(tree, ())
        self.paths = sorted(self.labels)  # which is preorder
        self.number = {path: number for number, path in enumerate(self.paths)}
        self.children = {
            path: [other for other in self.paths if len(other) == len(path) + 1 and other[:-1] == path]
            for path in self.paths
        }
        self._following: set[tuple[Path, Path]] | None = None

    def _add(self, node: Tree | Leaf, path: Path) -> None:
        if isinstance(node, Leaf):
            self.labels[path], self.labels[(*path, 0)] = node.tag, node.word
            return
        self.labels[path] = node.label
        for place, child in enumerate(node.children):
            self._add(child, (*path, place))

    def head(self, path: Path) -> Path | None:
        children = self.children[path]
        if not children:
            return None
        return children[COLLINS.head_of(self.labels[path], [self.labels[child] for child in children])]

    def leaves(self, path: Path) -> list[Path]:
        return [leaf for leaf in self.paths if not self.children[leaf] and dominates(self, path, leaf)]

    def immediately(self, a: Path, b: Path) -> bool:
        """Whether b follows a, and no node follows a and precedes b."""
        if self._following is None:
            before = [(x, y) for x in self.paths for y in self.paths if precedes(self, x, y)]
            between = {(x, z) for x, y in before for y2, z in before if y == y2}
            self._following = set(before) - between
        return (a, b) in self._following


def dominates(nodes: Nodes, a: Path, b: Path) -> bool:
    return len(b) > len(a) and b[: len(a)] == a


def precedes(nodes: Nodes, a: Path, b: Path) -> bool:
    return a < b and not dominates(nodes, a, b)


def sisters(nodes: Nodes, a: Path, b: Path) -> bool:
    return a != b and a != () and b != () and a[:-1] == b[:-1]


def parent(nodes: Nodes, a: Path, b: Path) -> bool:
    return b in nodes.children[a]


def chosen(step: Callable[[Nodes, Path, Path], bool]) -> Callable[[Nodes, Path, Path], bool]:
    """A path of one or more such steps."""

    def path(nodes: Nodes, a: Path, b: Path) -> bool:
        return dominates(nodes, a, b) and all(step(nodes, b[:size], b[: size + 1]) for size in range(len(a), len(b)))

    return path


def first(nodes: Nodes, a: Path, b: Path) -> bool:
    return nodes.children[a][:1] == [b]


def last(nodes: Nodes, a: Path, b: Path) -> bool:
    return nodes.children[a][-1:] == [b]


def only(nodes: Nodes, a: Path, b: Path) -> bool:
    return nodes.children[a] == [b]


def headed(nodes: Nodes, a: Path, b: Path) -> bool:
    return nodes.head(a) == b


def nth(number: int) -> Callable[[Nodes, Path, Path], bool]:
    def is_nth(nodes: Nodes, a: Path, b: Path) -> bool:
        children = nodes.children[a]
        place = number - 1 if number > 0 else len(children) + number
        return 0 <= place < len(children) and children[place] == b

    return is_nth


def nth_leaf(number: int) -> Callable[[Nodes, Path, Path], bool]:
    def is_nth(nodes: Nodes, a: Path, b: Path) -> bool:
        leaves = nodes.leaves(a)
        place = number - 1 if number > 0 else len(leaves) + number
        return 0 <= place < len(leaves) and leaves[place] == b

    return is_nth


def inverse(relation: Callable[[Nodes, Path, Path], bool]) -> Callable[[Nodes, Path, Path], bool]:
    return lambda nodes, a, b: relation(nodes, b, a)


def down_chain(test: Callable[[str], bool]) -> Callable[[Nodes, Path, Path], bool]:
    def holds(nodes: Nodes, a: Path, b: Path) -> bool:
        return dominates(nodes, a, b) and all(test(nodes.labels[b[:size]]) for size in range(len(a) + 1, len(b)))

    return holds


def word_chain(test: Callable[[str], bool]) -> Callable[[Nodes, Path, Path], bool]:
    def holds(nodes: Nodes, a: Path, b: Path) -> bool:
        reached, more = set(), {a}
        while more:
            new = {c for c in nodes.paths for x in more if nodes.immediately(x, c)} - reached
            reached |= new
            more = {c for c in new if test(nodes.labels[c])}
        return b in reached

    return holds


#: Each relation with its inverse.
PAIRS: dict[str, tuple[Callable[[Nodes, Path, Path], bool], str]] = {
    "<": (parent, ">"),
    "<<": (dominates, ">>"),
    "<,": (first, ">,"),
    "<-": (last, ">-"),
    "<'": (last, ">'"),
    "<`": (last, ">`"),
    "<:": (only, ">:"),
    "<#": (headed, ">#"),
    "<1": (nth(1), ">1"),
    "<2": (nth(2), ">2"),
    "<3": (nth(3), ">3"),
    "<-1": (nth(-1), ">-1"),
    "<-2": (nth(-2), ">-2"),
    "<<,": (chosen(first), ">>,"),
    "<<-": (chosen(last), ">>-"),
    "<<'": (chosen(last), ">>'"),
    "<<`": (chosen(last), ">>`"),
    "<<:": (chosen(only), ">>:"),
    "<<#": (chosen(headed), ">>#"),
    ".": (Nodes.immediately, ","),
    "..": (precedes, ",,"),
    "$": (sisters, "$"),
    "$+": (lambda nodes, a, b: sisters(nodes, a, b) and b[-1] == a[-1] + 1, "$-"),
    "$.": (lambda nodes, a, b: sisters(nodes, a, b) and b[-1] == a[-1] + 1, "$,"),
    "$++": (lambda nodes, a, b: sisters(nodes, a, b) and precedes(nodes, a, b), "$--"),
    "$..": (lambda nodes, a, b: sisters(nodes, a, b) and precedes(nodes, a, b), "$,,"),
    "==": (lambda nodes, a, b: a == b, "=="),
    "<+(A)": (down_chain(lambda label: label == "A"), ">+(A)"),
    "<+(!A|B)": (down_chain(lambda label: label not in ("A", "B")), ">+(!A|B)"),
    "<+(@A)": (down_chain(lambda label: label in ("A", "A-X")), ">+(@A)"),
    ".+(A)": (word_chain(lambda label: label == "A"), ",+(A)"),
    ".+(/^[AB]/)": (word_chain(lambda label: label[0] in "AB"), ",+(/^[AB]/)"),
}
RELATIONS = {symbol: relation for symbol, (relation, _) in PAIRS.items()}
RELATIONS |= {other: inverse(relation) for symbol, (relation, other) in PAIRS.items()}
RELATIONS |= {
    "<=": lambda nodes, a, b: a == b or parent(nodes, a, b),
    "<<<": lambda nodes, a, b: b in nodes.leaves(a),
    "<<<1": nth_leaf(1),
    "<<<2": nth_leaf(2),
    "<<<-1": nth_leaf(-1),
}

DESCRIPTIONS: dict[str, Callable[[str], bool]] = {
    "A": lambda label: label == "A",
    "B": lambda label: label == "B",
    "a": lambda label: label == "a",
    "A|B": lambda label: label in ("A", "B"),
    "@A": lambda label: label in ("A", "A-X"),
    "A-X": lambda label: label == "A-X",
    "!A": lambda label: label != "A",
    "!@A|C": lambda label: label not in ("A", "A-X", "C"),
    "/[ab]$/": lambda label: label[-1] in "ab",
    "__": lambda label: True,
}


# -- patterns as data -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Term:
    """How it is written, what its label must be, and the names or the variable it uses."""

    written: str
    name: str | None = None
    same: str | None = None
    like: str | None = None
    variable: str | None = None  # captures the first character of the label
    condition: Condition | None = None

    def __str__(self) -> str:
        head = f"{self.written}{'' if self.name is None else f'={self.name}'}"
        return head if self.condition is None else f"({head} {self.condition})"


@dataclass(frozen=True)
class Condition:
    """`rel` a relation and a term; `and`, `or`, `not` and `maybe` over parts."""

    kind: str
    relation: str = ""
    term: Term | None = None
    parts: tuple[Condition, ...] = ()

    def __str__(self) -> str:
        if self.kind == "rel":
            return f"{self.relation} {self.term}"
        if self.kind in ("not", "maybe"):
            inner = self.parts[0]
            mark = "!" if self.kind == "not" else "?"
            return f"{mark}{inner}" if inner.kind == "rel" else f"{mark}[{inner}]"
        inner = [f"[{part}]" if part.kind in ("and", "or") else str(part) for part in self.parts]
        return (" | " if self.kind == "or" else " & ").join(inner)


Bindings = Mapping[str, object]


def ways(term: Term, nodes: Nodes, path: Path, bound: Bindings) -> Iterator[Bindings]:
    """The ways in which a term matches at a node."""
    label = nodes.labels[path]
    if term.same is not None and bound.get(term.same) != path:
        return
    if term.like is not None and (term.like not in bound or nodes.labels[bound[term.like]] != label):
        return
    if term.written in DESCRIPTIONS and not DESCRIPTIONS[term.written](label):
        return
    for key, value in ((term.name, path), (term.variable, label[0])):
        if key is not None:
            if bound.get(key, value) != value:
                return
            bound = {**bound, key: value}
    if term.condition is None:
        yield bound
    else:
        yield from holding(term.condition, nodes, path, bound)


def holding(condition: Condition, nodes: Nodes, path: Path, bound: Bindings) -> Iterator[Bindings]:
    if condition.kind == "rel":
        for other in nodes.paths:
            if RELATIONS[condition.relation](nodes, path, other):
                yield from ways(condition.term, nodes, other, bound)
    elif condition.kind == "and":
        first_part, *rest = condition.parts
        for way in holding(first_part, nodes, path, bound):
            if rest:
                yield from holding(Condition("and", parts=tuple(rest)), nodes, path, way)
            else:
                yield way
    elif condition.kind == "or":
        for part in condition.parts:
            yield from holding(part, nodes, path, bound)
    else:
        found = list(holding(condition.parts[0], nodes, path, bound))
        if condition.kind == "maybe":
            yield from found or [bound]
        elif not found:
            yield bound


def all_ways(term: Term, tree: Tree) -> list[tuple[int, dict[str, object]]]:
    """The number of the first node and what is bound, for each way, in order."""
    nodes = Nodes(tree)
    return [
        (nodes.number[path], {key: nodes.number.get(value, value) for key, value in bound.items()})
        for path in nodes.paths
        for bound in ways(term, nodes, path, {})
    ]


# -- random ones ----------------------------------------------------------------------------------


def random_tree(choose: random.Random, most: int = 8) -> Tree:
    """A small tree of few labels, so that patterns match."""
    if choose.random() < 0.3 or most < 2:
        children: list[Tree | Leaf] = [random_leaf(choose) for _ in range(choose.randint(1, 2))]
    else:
        children = [
            random_tree(choose, most // 2) if choose.random() < 0.7 else random_leaf(choose)
            for _ in range(choose.randint(1, 3))
        ]
    return Tree(choose.choice(["A", "B", "C", "A-X"]), children)


def random_leaf(choose: random.Random) -> Leaf:
    return Leaf(choose.choice("abA"), choose.choice("ABC"))


class RandomPattern:
    """Makes one pattern; names are read only after they have been given."""

    def __init__(self, choose: random.Random) -> None:
        self.choose = choose
        self.names: list[str] = []
        self.left = choose.randint(1, 4)  # terms to come
        self.negations = 0

    def term(self) -> Term:
        choose = self.choose
        self.left -= 1
        kind = choose.random()
        name = None
        made: dict[str, str | None] = {}
        written = choose.choice(list(DESCRIPTIONS))
        if self.names and kind < 0.15:
            name = choose.choice(self.names)
            written, made = f"={name}", {"same": name}
            return Term(written, same=name, condition=self.condition())
        if self.names and kind < 0.25:
            made["like"] = choose.choice(self.names)
            written = f"~{made['like']}"
        elif kind < 0.4:
            written, made = "/^(.)/#1%v", {"variable": "%v"}
        if not self.negations and choose.random() < 0.5:
            name = choose.choice("xyz")
            if name not in self.names:
                self.names.append(name)
        return Term(written, name=name, condition=self.condition(), **made)

    def condition(self, depth: int = 0) -> Condition | None:
        choose = self.choose
        if self.left <= 0 or choose.random() < 0.2:
            return None
        kind = choose.random()
        if kind < 0.5 or depth > 1:
            return self.related()
        if kind < 0.75:
            parts = [part for _ in range(2) if (part := self.condition(depth + 1)) is not None]
            if len(parts) < 2:
                return parts[0] if parts else None
            return Condition(choose.choice(["and", "or"]), parts=tuple(parts))
        self.negations += kind < 0.9
        inner = self.condition(depth + 1)
        self.negations -= kind < 0.9
        if inner is None or inner.kind in ("not", "maybe"):
            return inner
        return Condition("not" if kind < 0.9 else "maybe", parts=(inner,))

    def related(self) -> Condition:
        relation = self.choose.choice(list(RELATIONS))
        return Condition("rel", relation=relation, term=self.term())
