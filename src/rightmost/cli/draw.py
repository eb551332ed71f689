"""`rightmost draw FILE`: pictures of trees."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable
from enum import Enum
from typing import Annotated, TextIO

import typer

from rightmost.cli.options import Output
from rightmost.drawing.svg import svg_page
from rightmost.files import written_atomically
from rightmost.trees.brackets import read_some_trees


class Format(str, Enum):
    """What a picture is made of."""

    text = "text"
    svg = "svg"


def command(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Bracketed trees; - for standard input.")],
    format: Annotated[Format, typer.Option(help="Draw with characters, or as one SVG picture.")] = Format.text,
    output: Output = None,
    width: Annotated[
        int | None,
        typer.Option(min=1, help="Outline trees wider than this many columns. Default: the terminal's width."),
    ] = None,
    outline: Annotated[bool, typer.Option("--outline", help="Draw every tree as an outline, one node a line.")] = False,
    ascii: Annotated[bool, typer.Option("--ascii", help="Draw the lines with | - and + alone.")] = False,
) -> None:
    """Draw every tree of FILE in the terminal, or as an SVG picture."""
    trees = read_some_trees(file)
    to_terminal = output is None and sys.stdout.isatty()
    if format is Format.svg:
        pictures: Iterable[str] = [svg_page(trees)]
    else:
        if width is None and to_terminal:
            width = shutil.get_terminal_size().columns
        ascii = ascii or (output is None and not _can_print("└", sys.stdout))
        colour = to_terminal and not os.environ.get("NO_COLOR")
        pictures = (tree.draw(width=width, outline=outline, ascii=ascii, colour=colour) for tree in trees)
    if output is None:
        _write(pictures, sys.stdout)
    else:
        with written_atomically(output) as stream:
            _write(pictures, stream)


def _write(pictures: Iterable[str], stream: TextIO) -> None:
    """Writes the pictures, a blank line between any two."""
    between = ""
    for picture in pictures:
        # What the terminal has no characters for is written as its number: XML knows that form, and people can read it.
        encoding = stream.encoding or "utf-8"
        stream.write(f"{between}{picture.encode(encoding, 'xmlcharrefreplace').decode(encoding)}\n")
        between = "\n"


def _can_print(text: str, stream: TextIO) -> bool:
    try:
        text.encode(stream.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True
