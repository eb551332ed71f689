"""`rightmost parse`: trees for a text, a file or standard input."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from rightmost.cli.brackets_option import brackets_from
from rightmost.cli.formats import PRINTERS, Format
from rightmost.cli.loading import parser_of_text
from rightmost.cli.options import Beam, Device, Dtype, LookAhead, Model, Output, Style, opened_output
from rightmost.cli.running_text import LineEndsChoice, looks_running, running_text
from rightmost.cli.terminal import Terminal
from rightmost.errors import BadUsage, EmptySentence
from rightmost.files import GZIP, check_unicode, opened_text
from rightmost.modelfile.shipped import model_folder
from rightmost.progress_bar import LONG

if TYPE_CHECKING:
    from rightmost.decoding.constraints import Bracket
    from rightmost.decoding.scored import Scored
    from rightmost.parser import Parser, Words
    from rightmost.text.languages import CutSentence

_SPACES = re.compile(r"[ \t\n\r\f\v]+")  # as in bracketed text: other spaces may stand inside words


def command(
    text: Annotated[
        str | None,
        typer.Argument(
            metavar="TEXT", help="A text of one or more sentences; - for standard input, one a line (see --split)."
        ),
    ] = None,
    file: Annotated[
        str | None,
        typer.Option(
            "--file", "-f", metavar="FILE", help="One sentence a line (see --split); an empty line stays one."
        ),
    ] = None,
    model: Model = "en",
    device: Device = "auto",
    dtype: Dtype = "auto",
    style: Style = None,
    beam: Beam = 1,
    look_ahead: LookAhead = None,
    kbest: Annotated[
        int | None,
        typer.Option(
            "--kbest",
            min=1,
            metavar="K",
            help="The best K trees of each sentence, best first, and an empty line after them.",
        ),
    ] = None,
    require: Annotated[
        list[str] | None,
        typer.Option(
            "--require",
            metavar="LEFT:RIGHT[:LABEL]",
            help="A bracket that the tree of TEXT must have, as 0:2:NP over the first two words; may be repeated.",
        ),
    ] = None,
    forbid: Annotated[
        list[str] | None,
        typer.Option(
            "--forbid", metavar="LEFT:RIGHT[:LABEL]", help="A bracket that the tree must not have; may be repeated."
        ),
    ] = None,
    format: Annotated[
        Format | None,
        typer.Option(
            help="bracket: one line a tree. tree: a drawing. json: one line a tree, with spans and log-probability; "
            "for running text also the places of sentences and words. svg: one picture. conll: one line a word, with "
            "tabs: number from 0, word, tag, part of the tree as (S(NP*); then an empty line after each sentence. "
            "Default: tree in a terminal, else bracket."
        ),
    ] = None,
    tokenized: Annotated[
        bool, typer.Option("--tokenized", help="The words are separated by spaces already; a sentence a line.")
    ] = False,
    split: Annotated[
        bool,
        typer.Option(
            "--split", "--text", help="FILE or - is running text: find its sentences. TEXT is always running text."
        ),
    ] = False,
    line_ends: Annotated[
        LineEndsChoice | None,
        typer.Option(
            "--line-ends",
            help="For running text. join: a line end is a space if the text goes on. keep: it ends a sentence. An "
            "empty line always ends one. Default: join.",
        ),
    ] = None,
    live: Annotated[
        bool, typer.Option("--live", help="Answer each line of - at once, as in a terminal; slower for many.")
    ] = False,
    output: Output = None,
) -> None:
    """Parse TEXT, the lines of FILE, or those of standard input (-), and print the trees.

    TEXT may begin with a number, as "-5 degrees". Give -- before a TEXT that looks like an option.
    """
    source = file if text is None else text if file is None else None
    if source is None:
        what = "nothing to parse" if text is None else "both TEXT and --file"
        raise BadUsage(f"{what}; give one of: TEXT, --file FILE, or - for standard input")
    if live and source != "-":
        raise BadUsage("--live answers the lines of standard input; give - for it")
    if live and format is Format.svg:
        raise BadUsage("--live answers line by line, and svg is one picture; give another --format")
    is_lines = file is not None or text == "-"
    if split and (tokenized or live):
        raise BadUsage(
            f"--split finds sentences, and {'--tokenized' if tokenized else '--live'} has one a line; give one"
        )
    if line_ends is not None and (tokenized or (is_lines and not split)):
        raise BadUsage("--line-ends is for running text; give --split with it")
    search = _Search(
        beam, look_ahead, kbest, brackets_from(require or (), "--require"), brackets_from(forbid or (), "--forbid")
    )
    if look_ahead is not None and (kbest is not None or search.constrained):
        raise BadUsage("--kbest, --require and --forbid need whole sentences; leave them or --look-ahead out")
    if search.constrained and is_lines:
        raise BadUsage("--require and --forbid are brackets of one sentence; give it as TEXT")
    folder = model_folder(model)  # looked up first: the rest takes a second
    to_terminal = output is None and sys.stdout.isatty()
    if format is None:
        format = Format.tree if to_terminal else Format.bracket
    running: str | None = None
    given: AbstractContextManager[_Sentences] = nullcontext(_Sentences([], 0))
    if split or not (is_lines or tokenized):
        running = running_text(source, is_file=is_lines)
    else:
        if file is not None and not tokenized and looks_running(file):
            note = "its lines do not look like a sentence each; --split reads running text"
            print(f"rightmost: {file}: {note}", file=sys.stderr)
        given = _sentences(source, is_lines=is_lines, tokenized=tokenized, live=live)
    with given as sentences, opened_output(output) as stream:
        parser = parser_of_text(folder, device=device, dtype=dtype, style=style)
        cut: list[CutSentence] = []
        if running is not None:
            cut = list(parser.cut(running, line_ends=(line_ends or LineEndsChoice.join).value))
            sentences = _Sentences([[word.text for word in each.words] for each in cut], len(cut))
        found = _found(parser, sentences, search, quiet=to_terminal)
        _write(found, stream, format=format, to_terminal=to_terminal, flush=sentences.live, cut=cut)


@dataclass(frozen=True)
class _Sentences:
    """Sentences one after the other, None for an empty line; how many there are, where that is known."""

    each: Iterable[Words | None]
    count: int | None
    live: bool = False  # each is to be answered before the next one comes


@contextmanager
def _sentences(source: str, *, is_lines: bool, tokenized: bool, live: bool) -> Iterator[_Sentences]:
    cut = _split_at_spaces if tokenized else _unless_empty
    if is_lines:
        with opened_text(source) as (stream, _):
            is_live = source == "-" and (live or sys.stdin.isatty())
            yield _Sentences(map(cut, stream), None if source == "-" else _lines(source), live=is_live)
    else:
        check_unicode(source)
        listed = [words for line in source.split("\n") if (words := _split_at_spaces(line))]
        if not listed:
            raise EmptySentence("the text is empty: there is nothing to parse")
        yield _Sentences(listed, len(listed))


def _unless_empty(line: str) -> str | None:
    return line if line.strip() else None


def _split_at_spaces(line: str) -> list[str] | None:
    return [word for word in _SPACES.split(line) if word] or None


def _lines(path: str) -> int | None:
    """How many there are, if the file can be read twice."""
    if not Path(path).is_file():
        return None
    with open(path, "rb") as stream:
        if stream.read(len(GZIP)) == GZIP:
            return None
        stream.seek(0)
        return sum(1 for _ in stream)


@dataclass(frozen=True)
class _Search:
    """What is to be found for each sentence."""

    beam: int
    look_ahead: int | None
    kbest: int | None
    require: Sequence[Bracket]
    forbid: Sequence[Bracket]

    @property
    def constrained(self) -> bool:
        return bool(self.require or self.forbid)


def _found(parser: Parser, sentences: _Sentences, search: _Search, *, quiet: bool) -> Iterator[_Found]:
    """The trees of each sentence; none for None."""
    given: Iterable[Words] = ("" if each is None else each for each in sentences.each)
    if search.constrained:
        yield _one(parser, list(given), search)
    elif sentences.live:
        for sentence in given:
            yield from _many(parser, [sentence], search, progress=False)
    else:
        is_long = sentences.count is None or sentences.count >= LONG
        shown = sys.stderr.isatty() and not quiet and is_long
        counted = given if sentences.count is None else _Counted(given, sentences.count)
        yield from _many(parser, counted, search, progress=shown)


def _one(parser: Parser, sentences: Sequence[Words], search: _Search) -> _Found:
    if len(sentences) != 1:
        raise BadUsage(f"--require and --forbid are brackets of one sentence, and TEXT has {len(sentences)}")
    beam = search.beam if search.beam > 1 or search.kbest is None else None
    k = search.kbest or 1
    trees = parser.parse_kbest(sentences[0], k, beam=beam, require=search.require, forbid=search.forbid)
    return _Found(trees, is_block=search.kbest is not None)


def _many(parser: Parser, sentences: Iterable[Words], search: _Search, *, progress: bool) -> Iterator[_Found]:
    if search.kbest is not None:
        beam = search.beam if search.beam > 1 else None
        for trees in parser.kbest_many(sentences, search.kbest, beam=beam, progress=progress, on_empty="none"):
            yield _Found(trees, is_block=True)
    else:
        beam, look_ahead = search.beam, search.look_ahead
        for best in parser.score_many(sentences, beam=beam, look_ahead=look_ahead, progress=progress, on_empty="none"):
            yield _Found([] if best is None else [best], is_block=False)


@dataclass(frozen=True)
class _Found:
    """A sentence's trees, best first. An empty line ends a block, and stands for a sentence without any."""

    trees: Sequence[Scored]
    is_block: bool


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


def _write(
    found: Iterable[_Found],
    stream: TextIO,
    *,
    format: Format,
    to_terminal: bool,
    flush: bool,
    cut: Iterable[CutSentence],
) -> None:
    """`cut` has the places of the sentences in the running text, if they come from one."""
    if format is Format.svg:
        from rightmost.drawing.svg import svg_page

        trees = [each.tree for sentence in found for each in sentence.trees]
        if not trees:
            raise EmptySentence("no words in the input: there is nothing to draw")
        stream.write(f"{svg_page(trees)}\n")
        return
    terminal = Terminal.of(stream, to_terminal=to_terminal)
    places = iter(cut)
    for sentence in found:
        place = next(places, None)
        lines = [terminal.printable(PRINTERS[format](each, place, terminal)) for each in sentence.trees]
        if sentence.is_block or not lines:
            lines.append("")
        stream.write("".join([f"{line}\n" for line in lines]))
        if flush:
            stream.flush()
