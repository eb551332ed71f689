"""`rightmost parse`: trees for a text, a file or standard input."""

from __future__ import annotations

import re
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from rightmost.cli.formats import Format, as_brackets, as_conll, as_json
from rightmost.cli.options import LookAhead, Output, Style, opened_output
from rightmost.cli.terminal import Terminal
from rightmost.errors import BadUsage, EmptySentence, UnreadableFile
from rightmost.files import check_unicode, opened_text
from rightmost.modelfile.shipped import model_folder
from rightmost.progress_bar import LONG

if TYPE_CHECKING:
    from rightmost.decoding.scored import Scored
    from rightmost.parser import Parser, Words

_SPACES = re.compile(r"[ \t\n\r\f\v]+")  # as in bracketed text: other spaces may stand inside words


def command(
    text: Annotated[
        str | None,
        typer.Argument(metavar="TEXT", help="A text of one or more sentences; - for standard input, one a line."),
    ] = None,
    file: Annotated[
        str | None, typer.Option("--file", metavar="FILE", help="One sentence a line; an empty line stays one.")
    ] = None,
    model: Annotated[str, typer.Option(metavar="MODEL", help="The name of an installed model, or a folder.")] = "en",
    device: Annotated[str, typer.Option(help="auto, cpu, cuda or mps.")] = "auto",
    dtype: Annotated[str, typer.Option(help="auto, float32, bfloat16, or int8 (on the CPU).")] = "auto",
    style: Style = None,
    beam: Annotated[int, typer.Option(min=1, help="Trees kept at a time; 1 is greedy.")] = 1,
    look_ahead: LookAhead = None,
    format: Annotated[
        Format | None,
        typer.Option(
            help="bracket: a line a tree. tree: drawn. json: a line a tree, with spans and log-probability. svg: one "
            "picture. conll: a line a word, tabs between: number from 0, word, tag, part of the tree as (S(NP*); an "
            "empty line behind each sentence. Default: tree in a terminal, else bracket."
        ),
    ] = None,
    tokenized: Annotated[
        bool, typer.Option("--tokenized", help="The words are separated by spaces already; a sentence a line.")
    ] = False,
    live: Annotated[
        bool, typer.Option("--live", help="Answer each line of - at once, as in a terminal; slower for many.")
    ] = False,
    output: Output = None,
) -> None:
    """Parse TEXT, the lines of FILE, or those of standard input (-), and print the trees."""
    source = file if text is None else text if file is None else None
    if source is None:
        what = "nothing to parse" if text is None else "both TEXT and --file"
        raise BadUsage(f"{what}; give one of: TEXT, --file FILE, or - for standard input")
    if live and source != "-":
        raise BadUsage("--live answers the lines of standard input; give - for it")
    if live and format is Format.svg:
        raise BadUsage("--live answers line by line, and svg is one picture; give another --format")
    folder = model_folder(model)  # looked up first: the rest takes a second
    to_terminal = output is None and sys.stdout.isatty()
    if format is None:
        format = Format.tree if to_terminal else Format.bracket
    given = _sentences(source, is_file=file is not None, tokenized=tokenized, live=live)
    with given as sentences, opened_output(output) as stream:
        from rightmost.parser import load

        parser = load(folder, device=device, dtype=dtype, style=style)
        scored = _aligned(parser, sentences, beam=beam, look_ahead=look_ahead, quiet=to_terminal)
        _write(scored, stream, format=format, to_terminal=to_terminal, flush=sentences.live)


@dataclass(frozen=True)
class _Sentences:
    """Sentences one after the other, None for an empty line; how many have words, where that is known."""

    each: Iterable[Words | None]
    count: int | None
    live: bool = False  # each is to be answered before the next one comes


@contextmanager
def _sentences(source: str, *, is_file: bool, tokenized: bool, live: bool) -> Iterator[_Sentences]:
    cut = _split_at_spaces if tokenized else _unless_empty
    if is_file or source == "-":
        with opened_text(source) as (stream, _):
            is_live = source == "-" and (live or sys.stdin.isatty())
            yield _Sentences(map(cut, stream), None if source == "-" else _lines_with_words(source), live=is_live)
    else:
        listed = _of_text(source, tokenized=tokenized)
        yield _Sentences(listed, len(listed))


def _of_text(text: str, *, tokenized: bool) -> list[Words]:
    from rightmost.text.sentences import sentence_spans

    check_unicode(text)
    sentences: list[Words]
    if tokenized:
        sentences = [words for line in text.split("\n") if (words := _split_at_spaces(line))]
    else:
        sentences = [text[start:end] for start, end in sentence_spans(text)]
    if not sentences:
        raise EmptySentence("the text is empty: there is nothing to parse")
    return sentences


def _unless_empty(line: str) -> str | None:
    return line if line.strip() else None


def _split_at_spaces(line: str) -> list[str] | None:
    return [word for word in _SPACES.split(line) if word] or None


def _lines_with_words(path: str) -> int | None:
    """How many, if the file can be read twice."""
    if not Path(path).is_file():
        return None
    with open(path, "rb") as stream:
        return sum(not line.isspace() for line in stream)


def _aligned(
    parser: Parser, sentences: _Sentences, *, beam: int, look_ahead: int | None, quiet: bool
) -> Iterator[Scored | None]:
    """The best tree of each sentence; None for None. A line that is no text is an error behind all before it."""
    if sentences.live:
        for sentence in sentences.each:
            one = [] if sentence is None else [sentence]
            yield next(parser.score_many(one, beam=beam, look_ahead=look_ahead), None)
        return
    has_words: deque[bool] = deque()  # of the sentences taken in whose turn to go out has not come
    faults: list[UnreadableFile] = []

    def taken() -> Iterator[Words]:
        try:
            for sentence in sentences.each:
                has_words.append(sentence is not None)
                if sentence is not None:
                    yield sentence
        except UnreadableFile as fault:
            faults.append(fault)

    is_long = sentences.count is None or sentences.count >= LONG
    shown = sys.stderr.isatty() and not quiet and is_long
    counted = taken() if sentences.count is None else _Counted(taken(), sentences.count)
    for scored in parser.score_many(counted, beam=beam, look_ahead=look_ahead, progress=shown):
        while not has_words.popleft():
            yield None
        yield scored
    yield from [None] * len(has_words)
    for fault in faults:
        raise fault


@dataclass(frozen=True)
class _Counted:
    """An iterable that knows its length."""

    each: Iterable[Words]
    count: int

    def __iter__(self) -> Iterator[Words]:
        return iter(self.each)

    def __len__(self) -> int:
        return self.count


# -- what goes out --------------------------------------------------------------------------------


def _write(scored: Iterable[Scored | None], stream: TextIO, *, format: Format, to_terminal: bool, flush: bool) -> None:
    if format is Format.svg:
        from rightmost.drawing.svg import svg_page

        trees = [each.tree for each in scored if each is not None]
        if not trees:
            raise EmptySentence("no words in the input: there is nothing to draw")
        stream.write(f"{svg_page(trees)}\n")
        return
    terminal = Terminal.of(stream, to_terminal=to_terminal)
    printed: dict[Format, Callable[[Scored], str]] = {
        Format.bracket: as_brackets,
        Format.json: as_json,
        Format.conll: as_conll,
        Format.tree: lambda each: f"{terminal.drawn(each.tree)}\n",  # an empty line behind each
    }
    for each in scored:
        stream.write(f"{'' if each is None else terminal.printable(printed[format](each))}\n")
        if flush:
            stream.flush()
