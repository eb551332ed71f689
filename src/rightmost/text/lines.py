"""Which line ends of a text are spaces, and which end a sentence (docs/text.md).

With `line_ends="keep"` every line end ends a sentence. With `"join"` a line end is a space, as in text that is wrapped
at some width, unless one of these holds:

- a line is empty, or a page ends;
- one of the two lines has a form of its own: a list item, a Markdown heading, a row of a table, a line of code, a line
  of a quoted mail, a mail header or a speaker (`From: Arthur`, `<arthur> hi`), a rule such as `----`. (A number, a dash
  or a name and a colon may also be where a line was wrapped: they count after a line that has them too, that ends with
  a mark, or that stopped early.)
- the upper line stopped early: the next word had room on it, that word begins with no small letter, and the upper line
  does not end in the middle of a phrase (with a comma, `the`, `of`, `is`, ...).

A row of a table, a line of code, a rule and a heading are one sentence each, whatever marks stand in them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias, get_args

from rightmost.arguments import short
from rightmost.errors import BadUsage

LineEnds: TypeAlias = Literal["join", "keep"]

NARROWEST = 50  # columns: hardly any text is wrapped at fewer, so a shorter line stopped early

#: Lines that are one sentence each.
_WHOLE = re.compile(
    r"""\#{1,6}[ ]\S.*                                   # a Markdown heading
      | \|.*\|.* | [^|]*[ ]\|[ ][^|]*[ ]\|[ ].* | [^\t]*\S\t+\S[^\t]*\t+\S.*    # a row of a table
      | (?: [-=*_~+.]{3,} | [-*_](?:[ ][-*_]){2,} | (?=.*[-=]{3})[-|:+=\ ]+ )      # a rule
      | (?: \$[ ][a-z./~] | >>>[ ] | [}] | //[ ] | /\* | \#! | \#include\b | </?\w[^<>]*>$ ).*  # code
      | .*(?: [{}] | \); ) | [^\W\d][\w.\[\]]*[ ]=[ ](?:\S+|[\w.]+\(.*\)) | (?:def|class)[ ]\w+(?:\(.*)?:
      | (?:else|try|finally): | (?:if|elif|while|with)[ ].*(?:[=<>!]=|[<>\[_]|\w\().*: | for[ ]\w+[ ]in[ ]\S+:
    """,
    re.VERBOSE,
)
#: Lines that begin something, which the lines after them may go on with.
_ITEM = re.compile(r"[•‣◦⁃▪▫●○■□►▶✓✔✗→][^\S\n]|\[[ xX]\][ ]")
_QUOTED = re.compile(r">")
#: Lines that do so unless the line before is full and does not end so: text may be wrapped before a number or a dash.
_MAYBE_ITEM = re.compile(
    r"""[-–—*+]\s | [(\[]?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,4})[.)\]]+\s | [\w.-]{1,30}:\s     # 1. milk, arthur: hi
      | <[^<>\s]{1,30}>\s | \[?\d{1,2}:\d\d(?::\d\d)?\]?\s
      | [A-Z][\w.'’-]{0,29}(?:[ ][\w.'’()-]{1,29}){0,2}:\s    # From: Arthur
      | [A-Z][A-Za-z-]+:$
    """,
    re.VERBOSE,
)
_STOPPED = re.compile(r"[.?!…:;][\"'”’)\]]*\Z")
_FENCE = re.compile(r"(`{3,}|~{3,})")
_GOES_ON = re.compile(
    r"""(?: [,(\[{/&–—-] | \b(?:a|an|the|this|that|these|those|my|your|his|her|its|our|their|of|in|on|at|to|by|for|from
      |with|without|into|over|under|about|as|than|and|or|but|nor|if|when|while|because|which|who|whose|is|are|was|were
      |be|been|am|has|have|had|do|does|did|will|would|can|could|shall|should|may|might|must|not|no|very|more|most|each
      |every|both|either|neither|mr|mrs|ms|dr|st)\.? ) \Z
    """,
    re.VERBOSE | re.IGNORECASE,
)
_PAGE = re.compile(r"[\f\x1c\x1d\u2029]\Z|\r\r\Z")


class Block(NamedTuple):
    """The characters `[start, end)` of a text: of running text, or `whole`, that is one sentence whatever is in it."""

    start: int
    end: int
    whole: bool


@dataclass(frozen=True)
class _Line:
    start: int
    end: int  # white space after it left out
    text: str
    indent: int
    ends_page: bool
    is_code: bool  # inside a fence

    @cached_property
    def is_whole(self) -> bool:
        return self.is_code or _WHOLE.fullmatch(self.text) is not None

    @cached_property
    def begins(self) -> bool:
        """Something that needs a line end before it, whatever that line."""
        return any(form.match(self.text) for form in (_ITEM, _QUOTED))


def check_line_ends(line_ends: str) -> None:
    """Raises if there is no such choice."""
    if not isinstance(line_ends, str) or line_ends not in get_args(LineEnds):
        raise BadUsage(f"line_ends {short(line_ends)}; allowed: {', '.join(get_args(LineEnds))}")


def blocks(text: str, *, line_ends: LineEnds = "join") -> list[Block]:
    """The text in parts that no sentence crosses; between them there is white space alone.

    >>> [text[start:end] for text in ["A Heading\\nArthur is\\nKing"] for start, end, _ in blocks(text)]
    ['A Heading', 'Arthur is\\nKing']
    """
    check_line_ends(line_ends)
    found: list[Block] = []
    for paragraph in _paragraphs(text):
        width = max([NARROWEST, *(len(line.text) for line in paragraph if not line.is_whole and " " in line.text)])
        above: _Line | None = None
        for line in paragraph:
            if line_ends == "join" and above is not None and _joined(above, line, width=width):
                found[-1] = Block(found[-1].start, line.end, whole=False)
            else:
                found.append(Block(line.start, line.end, whole=line.is_whole))
            above = line
    return found


def _joined(above: _Line, line: _Line, *, width: int) -> bool:
    """Whether the sentence may go on from one line to the other."""
    if above.is_whole or line.is_whole or line.begins or _QUOTED.match(above.text):
        return False
    follows_item = above.begins or _MAYBE_ITEM.match(above.text) is not None
    if line.indent > above.indent + 1 and not follows_item:
        return False  # the first line of a paragraph, moved to the right
    first = line.text.split(None, 1)[0]
    is_item = _MAYBE_ITEM.match(line.text) is not None
    if len(above.text) + 1 + len(first) > width:  # wrapped, maybe before a number, a dash or a colon
        return not (is_item and (follows_item or _STOPPED.search(above.text)))
    if is_item or above.text.endswith(":"):
        return False
    return first[0].islower() or _GOES_ON.search(above.text) is not None


def _paragraphs(text: str) -> Iterator[list[_Line]]:
    lines: list[_Line] = []
    for line in _lines(text):
        if line.text:
            lines.append(line)
        if lines and (not line.text or line.ends_page):
            yield lines
            lines = []
    if lines:
        yield lines


def _lines(text: str) -> Iterator[_Line]:
    start = 0
    fence = ""  # the mark that ends the code, if this is code
    fences = _closed_fences(text)
    for number, line in enumerate(_PIECE.findall(text)):
        bare = line.strip()
        if not fence and number in fences:
            fence = fences[number]
            is_code = True
        else:
            is_code = bool(fence)
            if fence and bare.startswith(fence) and not bare.strip(fence[0]):
                fence = ""
        indent = len(line) - len(line.lstrip())
        begin = start + (indent if bare else 0)
        page = _PAGE.search(line) is not None
        yield _Line(begin, begin + len(bare), bare, len(line[:indent].expandtabs(4)), page, is_code)
        start += len(line)


#: A line with what ends it; what ends a line ends one in Python too.
_PIECE = re.compile(r"[^\n\r\f\v\x1c-\x1e\x85\u2028\u2029]*(?:\r\n|\r\r|[\n\r\f\v\x1c-\x1e\x85\u2028\u2029]|(?<=.)\Z)")


def _closed_fences(text: str) -> dict[int, str]:
    """The numbers of the lines that open a fence which another line closes, and its mark."""
    if "```" not in text and "~~~" not in text:
        return {}
    found: dict[int, str] = {}
    opened: tuple[int, str] | None = None
    for number, line in enumerate(_PIECE.findall(text)):
        match = _FENCE.match(line.strip())
        if opened is None:
            if match and "`" not in line.strip()[len(match[1]) :]:
                opened = number, match[1]
        elif match and match[1].startswith(opened[1]) and line.strip() == match[1]:
            found[opened[0]] = opened[1]
            opened = None
    return found
