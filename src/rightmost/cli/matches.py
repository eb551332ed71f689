"""Matches of a pattern as they are printed."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rightmost.cli.terminal import Terminal
from rightmost.drawing.cells import shown
from rightmost.trees.tree import Leaf, Tree

if TYPE_CHECKING:
    from rightmost.patterns.match import Match
    from rightmost.trees.node import Node

COLUMNS = ("tree", "match", "name", "label", "left", "right", "text", "subtree")


def in_context(nodes: Sequence[tuple[str, Node]], terminal: Terminal) -> str:
    """The sentence with each node in brackets, after its label and its name.

    >>> from rightmost.trees.index import TreeIndex
    >>> from rightmost.trees.node import Node
    >>> tree = Tree.from_string("(S (NP (NNP Arthur)) (VP (VBZ is)))")
    >>> in_context([("np", Node(TreeIndex(tree), 1))], Terminal(None, colour=False, ascii=False, encoding=None))
    '[NP=np Arthur] is'
    """
    names: dict[int, list[str]] = {}
    for name, node in nodes:
        names.setdefault(node.number, []).append(f"={name}" if name else "")
    by_number = {node.number: node for _, node in nodes}
    tree = nodes[0][1].tree
    before, after, marked = [""] * len(tree.words), [""] * len(tree.words), [False] * len(tree.words)
    for number in sorted(by_number):
        node = by_number[number]
        left, right = node.span
        word_itself = node.index.is_word(number)
        label = "".join(["" if word_itself else shown(node.label), *names[number]])
        before[left] += terminal.pen.label(f"[{label} " if label else "[")
        after[right - 1] += terminal.pen.label("]")
        marked[left:right] = [True] * (right - left)
    words = [terminal.pen.found(shown(word)) if found else shown(word) for word, found in zip(tree.words, marked)]
    return " ".join([f"{opening}{word}{closing}" for opening, word, closing in zip(before, words, after)])


def written(node: Node) -> str:
    """The node with all below it in brackets; of a word the word."""
    subtree = node.subtree
    if isinstance(subtree, Leaf):
        return str(Tree("", [subtree]))[2:-1]
    return str(subtree)


def drawn(node: Node, terminal: Terminal) -> str:
    """The node's tree as a drawing; a tag or a word as it is written."""
    subtree = node.subtree
    return terminal.drawn(subtree) if isinstance(subtree, Tree) else written(node)


def as_json(tree: int, match: Match, node: Node) -> str:
    """One line: the number of the tree, the node, the whole text, and the nodes and variables that the match names."""
    names = {name: _values(named) for name, named in match.names.items()}
    whole = " ".join(match.tree.words)
    values = {"tree": tree, **_values(node), "context": whole, "names": names, "variables": dict(match.variables)}
    return json.dumps(values, ensure_ascii=False)


def as_rows(tree: int, match: int, nodes: Sequence[tuple[str, Node]]) -> str:
    """A line of comma-separated values for each node, by COLUMNS; the name of the first node is empty."""
    return csv_lines(
        [[tree, match, name, node.label, node.span[0], node.span[1], node.text, written(node)] for name, node in nodes]
    )


def csv_lines(rows: Sequence[Sequence[object]]) -> str:
    """Lines of comma-separated values, without the last line's end."""
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerows(rows)
    return stream.getvalue().removesuffix("\n")


def _values(node: Node) -> Mapping[str, object]:
    left, right = node.span
    return {"label": node.label, "left": left, "right": right, "words": node.words, "subtree": written(node)}
