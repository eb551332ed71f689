"""Some of a file's trees, for a run to see more often than the rest.

    python recipe/en/pick.py TREES --every 8 --first 6 --output FILE
    python recipe/en/pick.py TREES --with questions --output FILE   (or subject-questions, or titles)
    python recipe/en/pick.py TREES --unlike OTHER_TREES --output FILE

Number 6, 14, 22, ...; those with such a phrase; or those whose brackets are not the ones that another file has in their
place. Of several conditions all must hold.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

from english.conventions.titles import title_of

from rightmost.errors import BadUsage
from rightmost.outcome import run
from rightmost.trees.brackets import read_side_by_side, write_trees
from rightmost.trees.tree import Tree


def is_question(node: Tree) -> bool:
    return node.label == "SBARQ"


def asks_for_subject(node: Tree) -> bool:
    """`Who sees that?`, with an SQ that is all VP."""
    match node:
        case Tree(label="SQ", children=(Tree(label="VP"),)):
            return True
    return False


def has_common_title(node: Tree) -> bool:
    """`King of the Britons`, once it is mended."""
    title = title_of(node)
    return title is not None and title.tag == "NN" and title.word[:1].isupper()


KINDS: dict[str, Callable[[Tree], bool]] = {
    "questions": is_question,
    "subject-questions": asks_for_subject,
    "titles": has_common_title,
}


def picked(trees: Path, *, first: int, every: int, kind: str | None, unlike: Path | None) -> Iterator[Tree]:
    """The trees for which all of these conditions hold."""
    files = [trees] if unlike is None else [trees, unlike]
    for tree, *others in islice(read_side_by_side(files), first - 1, None, every):
        has_kind = kind is None or any(map(KINDS[kind], tree.nodes()))
        if has_kind and all(tree.spans() != other.spans() for other in others):
            yield tree


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
