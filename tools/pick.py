"""Some of a file's trees, for a run to see more often than the rest.

    python tools/pick.py TREES --every 8 --first 6 --output FILE
    python tools/pick.py TREES --with questions --output FILE   (or subject-questions, or titles)
    python tools/pick.py TREES --unlike OTHER_TREES --output FILE

Number 6, 14, 22, ...; those with such a phrase; or those whose brackets are not the ones that another file has in their
place. Of several conditions all must hold.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from itertools import islice, repeat, zip_longest
from pathlib import Path

from rightmost.cli.outcome import run
from rightmost.conventions.titles import TITLES
from rightmost.errors import BadUsage, RightmostError
from rightmost.trees.brackets import read_trees, write_trees
from rightmost.trees.tree import Leaf, Tree


def is_question(node: Tree) -> bool:
    return node.label == "SBARQ"


def asks_for_subject(node: Tree) -> bool:
    """`Who sees that?`, with an SQ that is all VP."""
    match node:
        case Tree(label="SQ", children=(Tree(label="VP"),)):
            return True
    return False


def is_title(node: Tree) -> bool:
    """`King of the Britons`, once it is mended."""
    match node:
        case Tree(
            label="NP",
            children=(
                Tree(label="NP", children=(Leaf(word=word, tag="NN"),)),
                Tree(label="PP", children=(Leaf(word="of"), *_)),
                *_,
            ),
        ):
            return word[:1].isupper() and word.lower() in TITLES
    return False


KINDS: dict[str, Callable[[Tree], bool]] = {
    "questions": is_question,
    "subject-questions": asks_for_subject,
    "titles": is_title,
}


def picked(trees: Path, *, first: int, every: int, kind: str | None, unlike: Path | None) -> Iterator[Tree]:
    """The trees for which all of these conditions hold."""
    for tree, other in islice(_with_others(trees, unlike), first - 1, None, every):
        has_kind = kind is None or any(map(KINDS[kind], tree.nodes()))
        if has_kind and (other is None or tree.spans() != other.spans()):
            yield tree


def _with_others(trees: Path, others: Path | None) -> Iterator[tuple[Tree, Tree | None]]:
    if others is None:
        yield from zip(read_trees(trees), repeat(None))
        return
    for tree, other in zip_longest(read_trees(trees), read_trees(others)):
        if tree is None or other is None:
            raise RightmostError(f"{trees} and {others} must have equally many trees")
        yield tree, other


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trees", type=Path)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--with", dest="kind", choices=KINDS)
    parser.add_argument("--unlike", type=Path)
    parser.add_argument("--output", type=Path, required=True)
    given = parser.parse_args()
    if min(given.every, given.first) < 1:
        raise BadUsage(f"--every {given.every} --first {given.first}: at least 1 is needed")
    chosen = picked(given.trees, first=given.first, every=given.every, kind=given.kind, unlike=given.unlike)
    print(f"{given.output}: {write_trees(chosen, given.output):,} trees")


if __name__ == "__main__":
    run(main)
