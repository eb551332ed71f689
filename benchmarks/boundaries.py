"""Sentence boundaries found again in detokenised treebanks: precision, recall and F1.

    python benchmarks/boundaries.py FOLDER_OR_FILE... [--most 2000] [--wrapped 72] [--nupunkt] [--errors 20]

The sentences of each file become one running text: their words are put together as people write them, and one space
stands between two sentences; `--wrapped` makes line ends of some spaces, as in a mail. Left out are sentences that no
mark ends (headings, captions): in running text an empty line sets them off. A boundary is the place after a sentence's
last character. `--nupunkt` measures the nupunkt package too, if it is installed. `--errors` prints so many
of the boundaries missed and of those put in.
"""

from __future__ import annotations

import argparse
import re
import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rightmost.errors import BadUsage, RightmostError
from rightmost.outcome import run
from rightmost.text.sentences import sentence_spans
from rightmost.trees.tree import Leaf
from sentences import gold_trees

_FINAL = re.compile(r"""[.?!…]["'”’)\]]*\Z""")
_STUCK = re.compile(r"[,;:?!%)\]}”…]|\.+|n['’]t|['’](?:s|re|ve|ll|d|m)", re.IGNORECASE)  # to the word before
_AFTER = ("''", "HYPH", "POS", "-RRB-", "-RSB-")
_BEFORE = ("``", "HYPH", "-LRB-", "-LSB-", "$", "£", "€", "“", "‘")

Splitter = Callable[[str], Sequence[tuple[int, int]]]


@dataclass(frozen=True)
class Found:
    """Boundaries of the treebank, those found, and how many are both."""

    gold: int
    found: int
    both: int

    def __str__(self) -> str:
        precision, recall = self.both / max(1, self.found), self.both / max(1, self.gold)
        f1 = 2 * self.both / max(1, self.found + self.gold)
        return f"{100 * precision:.2f} | {100 * recall:.2f} | {100 * f1:.2f}"


def written(leaves: Sequence[Leaf]) -> str:
    """The words as people write them.

    >>> leaves = [("``", "``"), ("He", "PRP"), ("is", "VBZ"), ("n't", "RB"), (",", ","), ("''", "''"), ("I", "PRP")]
    >>> written([Leaf(*leaf) for leaf in leaves])
    '"He isn\\'t," I'
    """
    text = ""
    stuck = True  # to what comes before
    for word, tag in leaves:
        if not stuck and tag not in _AFTER and not _STUCK.fullmatch(word):
            text += " "
        text += '"' if word in {"``", "''"} else word
        stuck = tag in _BEFORE or word in _BEFORE
    return text


def running_text(sentences: Sequence[str], *, width: int | None = None) -> tuple[str, set[int]]:
    """One text, in lines of at most that width, and the places where its sentences end."""
    ends = set()
    end = -1
    for sentence in sentences:
        end += 1 + len(sentence)
        ends.add(end)
    text = " ".join(sentences)
    if width is not None:
        lines = textwrap.fill(text, width, break_long_words=False, break_on_hyphens=False)
        if len(lines) != len(text):
            raise RightmostError("a word of these trees has white space in it; they cannot be wrapped")
        text = lines
    return text, ends


def sentences_of(path: Path, most: int | None) -> list[str]:
    """The file's first sentences that a mark ends."""
    texts = [written(tree.leaves) for tree in gold_trees([str(path)])]
    return [text for text in texts if _FINAL.search(text)][:most]


def files_in(given: Sequence[str]) -> Iterator[Path]:
    for each in map(Path, given):
        yield from sorted(each.glob("*.txt")) if each.is_dir() else [each]


def splitters(given: argparse.Namespace) -> dict[str, Splitter]:
    made: dict[str, Splitter] = {"rightmost": sentence_spans}
    if given.nupunkt:
        try:
            from nupunkt import sent_spans
        except ModuleNotFoundError:
            raise BadUsage("nupunkt is not installed; install it, or leave out --nupunkt") from None
        made["nupunkt"] = sent_spans
    return made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trees", nargs="+", help="files of trees, or folders of such files (*.txt)")
    parser.add_argument("--most", type=int, help="sentences of each file")
    parser.add_argument("--wrapped", type=int, metavar="WIDTH", help="as lines of so many characters")
    parser.add_argument("--nupunkt", action="store_true")
    parser.add_argument("--errors", type=int, default=0)
    given = parser.parse_args()
    print("| file | sentences | by | precision | recall | F1 |\n|---|---|---|---|---|---|")
    for path in files_in(given.trees):
        text, gold = running_text(sentences_of(path, given.most), width=given.wrapped)
        for name, split in splitters(given).items():
            found = {start + len(text[start:end].rstrip()) for start, end in split(text)}
            print(f"| {path.stem} | {len(gold)} | {name} | {Found(len(gold), len(found), len(gold & found))} |")
            for kind, places in (("missed", gold - found), ("put in", found - gold)):
                for place in sorted(places)[: given.errors]:
                    print(f"  {kind}: {text[max(0, place - 50) : place]}¦{text[place : place + 30]}")


if __name__ == "__main__":
    run(main)
