"""A pattern and the operations on each of its matches: trees rewritten as Tsurgeon does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NoReturn

from rightmost.errors import BadUsage, RightmostError
from rightmost.patterns.draft import Draft
from rightmost.patterns.match import Match
from rightmost.patterns.operation_grammar import operations
from rightmost.patterns.operations import Operation
from rightmost.patterns.pattern import Pattern
from rightmost.patterns.workpiece import Workpiece
from rightmost.trees.index import TreeIndex
from rightmost.trees.tree import Tree

LEAST = 200  # rewrites that any tree may take, and two more for each of its nodes
SHOWN = 60  # characters of a tree in a message


@dataclass(frozen=True)
class Rewrite:
    """Operations on the matches of a pattern. They run on the first match; then the new tree is searched again.

    This goes on until nothing matches, or no match changes anything.

    >>> tree = Tree.from_string("(S (NP (NNP Arthur)) (VP (VBZ is) (ADVP (RB certainly)) (NP (NN king))))")
    >>> str(Rewrite(Pattern("VP < ADVP=adverb"), "delete adverb").apply(tree))
    '(S (NP (NNP Arthur)) (VP (VBZ is) (NP (NN king))))'
    """

    pattern: Pattern
    text: str  # the operations, one a line
    _operations: tuple[Operation, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        found = operations(self.text)
        _check_names(found, self.pattern)
        object.__setattr__(self, "_operations", found)

    def apply(self, tree: Tree, *, most: int | None = None) -> Tree:
        """The tree rewritten; the same one if nothing matches. Raises after `most` rewrites: they might never end."""
        index = TreeIndex(tree)
        allowed = LEAST + 2 * len(index) if most is None else most
        count = 0
        while (changed := self._first_change(index)) is not None:
            count += 1
            if count > allowed:
                self._fail(f"still matches after {allowed} rewrites, and might do so for ever", tree)
            index = TreeIndex(changed)
        return index.tree

    def _first_change(self, index: TreeIndex) -> Tree | None:
        """The tree after the first match that changes it."""
        for match in self.pattern.iterate(index):
            changed = self._applied(match)
            if changed != index.tree:
                return changed
        return None

    def _applied(self, match: Match) -> Tree:
        draft = Draft(match.node.index)
        names = {name: draft.nodes[node.number] for name, node in match.names.items()}
        work = Workpiece(draft, names, match.variables)
        try:
            for operation in self._operations:
                operation.apply(work)
            return draft.tree()
        except RightmostError as error:
            self._fail(str(error), match.tree)

    def _fail(self, message: str, tree: Tree) -> NoReturn:
        text = str(tree)
        shown = text if len(text) <= SHOWN else f"{text[:SHOWN]}..."
        raise RightmostError(f"rewriting by {' / '.join(self.text.split(chr(10)))!r}: {message}; the tree is {shown}")


def _check_names(found: Sequence[Operation], pattern: Pattern) -> None:
    """Each name that an operation needs must be the pattern's, or that of a node put in before."""
    known = set(pattern.names)
    for operation in found:
        known.update(operation.gives)
        for name in operation.uses:
            if name not in known:
                named = ", ".join(pattern.names) or "nothing"
                raise BadUsage(f"the operation needs a node named {name!r}; the pattern names {named}")
