"""`rightmost search PATTERN FILE`: a Tregex pattern over trees, or over raw text that is parsed first."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, TextIO, TypeAlias

import typer

from rightmost.cli.matches import COLUMNS, as_json, as_rows, csv_lines, drawn, in_context, written
from rightmost.cli.options import Device, Dtype, Output, opened_output
from rightmost.cli.raw_text import RawText
from rightmost.cli.terminal import Terminal
from rightmost.drawing.cells import shown
from rightmost.errors import BadUsage, RightmostError
from rightmost.exchange.tree_file import read_tree_file
from rightmost.trees.tree import Tree

if TYPE_CHECKING:
    from rightmost.patterns.match import Match
    from rightmost.patterns.pattern import Pattern
    from rightmost.patterns.rewrite import Rewrite
    from rightmost.trees.node import Node

NONE_FOUND = 1  # the exit code, as grep's


class MatchFormat(StrEnum):
    """What is printed of a match, or of a tree."""

    text = "text"
    tree = "tree"
    bracket = "bracket"
    json = "json"
    csv = "csv"


def command(
    pattern: Annotated[str, typer.Argument(metavar="PATTERN", help="In Tregex's language, as in 'NP=np < PP'.")],
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="Trees in brackets (- for standard input), or a .jsonl, .json or .conllu file."
        ),
    ],
    model: Annotated[
        str | None, typer.Option(metavar="MODEL", help="FILE is raw text; parse it with this model first.")
    ] = None,
    format: Annotated[
        MatchFormat | None,
        typer.Option(
            help="text: the sentence, the match in brackets. tree: drawn too. bracket: the matched part of the tree. "
            "json: a line a match. csv: a line a node. Default: text; bracket with --rewrite."
        ),
    ] = None,
    count: Annotated[bool, typer.Option("--count", help="Print how many matches there are, and nothing else.")] = False,
    nodes: Annotated[
        str | None, typer.Option("--nodes", metavar="NAME", help="Show the nodes of this name, not the first ones.")
    ] = None,
    invert: Annotated[bool, typer.Option("--invert", help="Show the trees in which nothing matches.")] = False,
    rewrite: Annotated[
        list[str] | None,
        typer.Option(
            "--rewrite",
            metavar="OPERATION",
            help="Print all trees, rewritten by Tsurgeon's operation, as in 'delete np'; may be given again.",
        ),
    ] = None,
    output: Output = None,
    device: Device = "auto",
    dtype: Dtype = "auto",
) -> None:
    """Search trees with a Tregex pattern. Exit code 0 if anything matches, 1 if nothing does.

    Matches that differ only in nodes without a name count as one. The root is that of the file: TOP, ROOT or none.
    """
    from rightmost.patterns.pattern import Pattern  # here, so that other commands start without it
    from rightmost.patterns.rewrite import Rewrite

    compiled = Pattern(pattern)
    _check(compiled, nodes=nodes, format=format, count=count, invert=invert, rewrite=rewrite)
    change = None if not rewrite else Rewrite(compiled, "\n".join(rewrite))
    raw = None if model is None else RawText(model, device=device, dtype=dtype)
    read = read_tree_file(file, keep_wrapper=True) if raw is None else raw.trees(file)
    trees = enumerate(read, start=1)
    to_terminal = output is None and sys.stdout.isatty()
    with opened_output(output) as stream:
        terminal = Terminal.of(stream, to_terminal=to_terminal)
        if change is not None:
            found = _rewritten(trees, change, _Printer(stream, terminal, format or MatchFormat.bracket))
        elif count:
            found = sum(_count(tree, compiled, nodes=nodes, invert=invert) for _, tree in trees)
            stream.write(f"{found}\n")
        elif invert:
            found = _unmatched(trees, compiled, _Printer(stream, terminal, format or MatchFormat.text))
        else:
            found = _matched(trees, compiled, nodes, _Printer(stream, terminal, format or MatchFormat.text))
    if not found:
        raise typer.Exit(NONE_FOUND)


def _check(
    pattern: Pattern,
    *,
    nodes: str | None,
    format: MatchFormat | None,
    count: bool,
    invert: bool,
    rewrite: list[str] | None,
) -> None:
    """Raises where options mean nothing together."""
    if nodes is not None and nodes not in pattern.names:
        raise BadUsage(f"--nodes {nodes}: the pattern names {', '.join(pattern.names) or 'nothing'}; give one of these")
    if nodes is not None and invert:
        raise BadUsage("--nodes shows nodes of matches, and --invert the trees that have none; give one of them")
    if rewrite:
        for option, given in {"--count": count, "--invert": invert, "--nodes": nodes is not None}.items():
            if given:
                raise BadUsage(f"--rewrite prints all trees, so {option} means nothing with it; give one of them")
        if format is MatchFormat.csv:
            raise BadUsage("--rewrite prints trees, which are no csv; give text, tree, bracket or json")
    if count and format is not None:
        raise BadUsage("--count prints a number, so --format means nothing with it; give one of them")


# -- what is searched -----------------------------------------------------------------------------


Numbered: TypeAlias = tuple[int, Tree]  # from 1


# -- what is printed ------------------------------------------------------------------------------


class _Printer:
    """Writes matches and trees in one format."""

    def __init__(self, stream: TextIO, terminal: Terminal, format: MatchFormat) -> None:
        self.stream = stream
        self.terminal = terminal
        self.format = format
        self.matches = 0

    def match(self, number: int, match: Match, name: str | None) -> None:
        """The match, of the tree of this number; of the named node if a name is given."""
        node = match.node if name is None else match[name]
        nodes: list[tuple[str, Node]] = [(name, node)] if name else [("", node), *match.names.items()]
        self.matches += 1
        if self.format is MatchFormat.csv and self.matches == 1:
            self.line(csv_lines([COLUMNS]))
        if self.format is MatchFormat.text:
            self.line(f"{number}: {in_context(nodes, self.terminal)}")
        elif self.format is MatchFormat.tree:
            self.line(f"{number}: {in_context(nodes, self.terminal)}\n\n{drawn(node, self.terminal)}\n")
        elif self.format is MatchFormat.bracket:
            self.line(written(node))
        elif self.format is MatchFormat.json:
            self.line(as_json(number, match, node))
        else:
            self.line(as_rows(number, self.matches, nodes))

    def tree(self, number: int, tree: Tree) -> None:
        """A whole tree."""
        text = " ".join(tree.words)
        in_text = f"{number}: {' '.join(map(shown, tree.words))}"
        if self.format is MatchFormat.text:
            self.line(in_text)
        elif self.format is MatchFormat.tree:
            self.line(f"{in_text}\n\n{self.terminal.drawn(tree)}\n")
        elif self.format is MatchFormat.bracket:
            self.line(str(tree))
        elif self.format is MatchFormat.json:
            self.line(json.dumps({"tree": number, "context": text, "subtree": str(tree)}, ensure_ascii=False))
        else:
            self.matches += 1
            if self.matches == 1:
                self.line(csv_lines([("tree", "text", "subtree")]))
            self.line(csv_lines([(number, text, str(tree))]))

    def line(self, text: str) -> None:
        self.stream.write(f"{self.terminal.printable(text)}\n")


def _shown(tree: Tree, pattern: Pattern, name: str | None) -> Iterator[Match]:
    """The matches to print: those that differ in what is printed of them."""
    if name is None:
        yield from pattern.iterate(tree, distinct=True)
        return
    seen = set()
    for match in pattern.iterate(tree, distinct=True):
        if name in match and match[name].number not in seen:
            seen.add(match[name].number)
            yield match


def _matched(trees: Iterator[Numbered], pattern: Pattern, name: str | None, printer: _Printer) -> int:
    for number, tree in trees:
        for match in _shown(tree, pattern, name):
            printer.match(number, match, name)
    return printer.matches


def _count(tree: Tree, pattern: Pattern, *, nodes: str | None, invert: bool) -> int:
    return int(not pattern.matches(tree)) if invert else sum(1 for _ in _shown(tree, pattern, nodes))


def _unmatched(trees: Iterator[Numbered], pattern: Pattern, printer: _Printer) -> int:
    found = 0
    for number, tree in trees:
        if not pattern.matches(tree):
            printer.tree(number, tree)
            found += 1
    return found


def _rewritten(trees: Iterator[Numbered], change: Rewrite, printer: _Printer) -> int:
    """Prints every tree, and returns how many matched."""
    found = 0
    for number, tree in trees:
        try:
            changed = change.apply(tree)
        except RightmostError as error:
            raise RightmostError(f"tree {number}: {error}") from None
        found += changed != tree or change.pattern.matches(tree)
        printer.tree(number, changed)
    return found
