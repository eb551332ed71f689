"""`rightmost complexity FILE...`: syntactic complexity of texts, by Lu's structures and indices."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from rightmost.cli.matches import csv_lines, in_context
from rightmost.cli.options import Device, Dtype, Output, opened_output
from rightmost.cli.raw_text import RawText
from rightmost.cli.terminal import Terminal
from rightmost.errors import BadUsage, RightmostError
from rightmost.exchange.tree_file import read_tree_file
from rightmost.trees.tree import Tree

if TYPE_CHECKING:
    from rightmost.complexity.measure import Counted
    from rightmost.complexity.structures import Structures

COLUMNS = ("file", "sentence", "structure", "label", "left", "right", "text")
DIGITS = 6  # after the decimal point


class FiguresFormat(StrEnum):
    """What is printed of a text."""

    csv = "csv"
    json = "json"


def command(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE...", help="Trees in brackets (- for standard input), or a .jsonl, .json or .conllu file."
        ),
    ],
    model: Annotated[
        str | None, typer.Option(metavar="MODEL", help="The files are raw text; parse them with this model first.")
    ] = None,
    format: Annotated[
        FiguresFormat | None, typer.Option(help="csv: a line a file. json: an object a file, one a line. Default: csv.")
    ] = None,
    depth: Annotated[
        bool, typer.Option("--depth", help="Add Yngve's and Frazier's scores, depths, branching and distances.")
    ] = False,
    examples: Annotated[
        bool, typer.Option("--examples", help="Print what was counted, each in its sentence, in place of the figures.")
    ] = False,
    structures: Annotated[
        str,
        typer.Option(
            metavar="FILE", help="What is counted: a file, l2sca (Lu's program) or lu2010 (his article's patterns)."
        ),
    ] = "l2sca",
    output: Output = None,
    device: Device = "auto",
    dtype: Dtype = "auto",
) -> None:
    """Measure the syntactic complexity of texts: Lu's nine structures and fourteen indices, one row a text."""
    from rightmost.complexity.structures import read_structures  # here, so that other commands start without it

    if examples and depth:
        raise BadUsage("--examples prints what was counted, and --depth counts nothing; give one of them")
    if files.count("-") > 1:
        raise BadUsage("standard input (-) can be read once; give it once")
    chosen = read_structures(structures)
    raw = None if model is None else RawText(model, device=device, dtype=dtype)
    texts = [(file, raw.trees(file) if raw else read_tree_file(file)) for file in files]
    to_terminal = output is None and sys.stdout.isatty()
    with opened_output(output) as stream:
        if examples:
            terminal = Terminal.of(stream, to_terminal=to_terminal)
            for number, (file, trees) in enumerate(texts):
                _print_examples(stream, file, trees, chosen, terminal, format, header=not number)
        else:
            rows = [(file, _figures(file, trees, chosen, depth=depth)) for file, trees in texts]
            _print_figures(stream, rows, format or FiguresFormat.csv)


def _figures(file: str, trees: Iterable[Tree], structures: Structures, *, depth: bool) -> Mapping[str, float]:
    from rightmost.complexity.depth import measure_depth
    from rightmost.complexity.measure import measure

    kept = list(trees) if depth else trees
    try:
        figures = measure(kept, structures)
        return {**figures, **measure_depth(kept)} if depth else figures
    except RightmostError as error:
        raise _named(error, file) from None


def _named(error: RightmostError, file: str) -> RightmostError:
    """The error, with the file where it does not name it."""
    return error if str(error).startswith((file, "<stdin>")) else RightmostError(f"{file}: {error}")


def _print_figures(stream: TextIO, rows: list[tuple[str, Mapping[str, float]]], format: FiguresFormat) -> None:
    rounded = [(file, {name: round(value, DIGITS) for name, value in figures.items()}) for file, figures in rows]
    if format is FiguresFormat.csv:
        stream.write(f"{csv_lines([('file', *rounded[0][1])])}\n")
    for file, figures in rounded:
        if format is FiguresFormat.csv:
            stream.write(f"{csv_lines([(file, *figures.values())])}\n")
        else:
            stream.write(f"{json.dumps({'file': file, **figures}, ensure_ascii=False)}\n")


def _print_examples(
    stream: TextIO,
    file: str,
    trees: Iterable[Tree],
    structures: Structures,
    terminal: Terminal,
    format: FiguresFormat | None,
    *,
    header: bool,
) -> None:
    from rightmost.complexity.measure import examples

    if header and format is FiguresFormat.csv:
        stream.write(f"{csv_lines([COLUMNS])}\n")
    try:
        for counted in examples(trees, structures):
            stream.write(f"{terminal.printable(_example(file, counted, terminal, format))}\n")
    except RightmostError as error:
        raise _named(error, file) from None


def _example(file: str, counted: Counted, terminal: Terminal, format: FiguresFormat | None) -> str:
    node = counted.node
    if format is None:
        name = terminal.pen.label(counted.structure)
        return f"{file}:{counted.sentence}: {name}: {in_context([('', node)], terminal)}"
    values = (file, counted.sentence, counted.structure, node.label, *node.span, node.text)
    if format is FiguresFormat.csv:
        return csv_lines([values])
    return json.dumps(dict(zip(COLUMNS, values)), ensure_ascii=False)
