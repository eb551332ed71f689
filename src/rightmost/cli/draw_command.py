"""`rightmost draw FILE`: pictures of trees."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated

import typer

from rightmost.cli.options import MOST, Output, opened_output
from rightmost.cli.terminal import Terminal
from rightmost.drawing.svg import svg_page
from rightmost.trees.brackets import read_some_trees


class PictureFormat(StrEnum):
    """What a picture is made of."""

    text = "text"
    svg = "svg"


def command(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Bracketed trees; - for standard input.")],
    format: Annotated[
        PictureFormat, typer.Option(help="Draw with characters, or as one SVG picture.")
    ] = PictureFormat.text,
    output: Output = None,
    width: Annotated[
        int | None,
        typer.Option(
            min=1, max=MOST, help="Outline trees wider than this many columns. Default: the terminal's width."
        ),
    ] = None,
    outline: Annotated[bool, typer.Option("--outline", help="Draw every tree as an outline, one node a line.")] = False,
    ascii: Annotated[bool, typer.Option("--ascii", help="Draw the lines with | - and + alone.")] = False,
) -> None:
    """Draw every tree of FILE in the terminal, or as an SVG picture."""
    trees = read_some_trees(file)
    terminal = Terminal.of(sys.stdout, to_terminal=output is None and sys.stdout.isatty())
    if format is PictureFormat.svg:
        pictures: Iterable[str] = [svg_page(trees)]
    else:
        width = terminal.width if width is None else width
        ascii = ascii or (output is None and terminal.ascii)
        pictures = (tree.draw(width=width, outline=outline, ascii=ascii, colour=terminal.colour) for tree in trees)
    with opened_output(output) as stream:
        between = ""  # a blank line between any two
        for picture in pictures:
            stream.write(f"{between}{terminal.printable(picture)}\n")
            between = "\n"
