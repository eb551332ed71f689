"""Trees in forms that people write and treebanks hardly have, a file for each form, for a run to learn from.

    python recipe/en/everyday.py TREES --output FOLDER

FOLDER/train.txt has the trees by the Penn Treebank's conventions, `mended` those that were not so, `shapes` those with
a phrase that the conventions are often about; `questions`, `titles` and the like are recipe/en/pick.py's. The others are
changed: sloppy (`noise`), shorter (`telegram`, `no-subject`, `short`), with something in them (recipe/en/insert.py), or two
in a line (`run-on`, `fused`, `tails`). The same trees always give the same files.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from random import Random

import insert
import pick
from english.conventions.penn import in_penn_style
from english.run_on_lines import comma_spliced, fused, run_on

from rightmost.errors import BadUsage
from rightmost.outcome import run
from rightmost.training.data.noise import Noise, noisy
from rightmost.trees.brackets import read_trees, write_trees
from rightmost.trees.tree import Tree, as_tree, category

Form = tuple[str, Tree]

#: What is put on trees number 1 to 13 of each 30.
SLOPPY: tuple[tuple[Noise, ...], ...] = (
    ("lower-case", "no-final-punctuation"),
    ("capitals",),
    ("typos",),
    ("curly",),
    ("no-apostrophes",),
    ("headline", "no-final-punctuation"),
    ("capitals",),
    ("lower-case",),
    ("typos",),
    ("curly",),
    ("capitals",),
    ("lower-case", "no-final-punctuation"),
    ("no-final-punctuation",),
)
EVERY = 30
CHAT: tuple[Noise, ...] = ("lower-case", "no-final-punctuation")
#: How often something is put into a tree that has a place for it, and how often it is in small letters then.
INSERTED = {
    "vocative": (1 / 6, 0.15),
    "chat-word": (1 / 6, 0.8),
    "speaker": (1 / 6, 0.0),
    "absolute": (1 / 4, 0.0),
    "number": (1 / 12, 0.0),
}
MOST_WORDS = {"sentence": 30, "half": 18, "tail": 7, "telegram": 16, "line": 40}
BEGINNINGS = frozenset({"PRP", "PRP$", "DT", "EX", "NNP"})  # tags of a second clause's first word
JUDGING = frozenset({"ADJP", "INTJ"})


def forms(number: int, plain: Tree) -> Iterator[Form]:
    """The tree and those made of it, each with its file's name."""
    tree = in_penn_style(plain)
    chance = Random(" ".join(tree.words))
    yield "train", tree
    if tree.spans() != plain.spans():
        yield "mended", tree
    nodes = list(tree.nodes())
    yield from ((name, tree) for name, holds in pick.KINDS.items() if any(map(holds, nodes)))
    if any(node.label == "UCP" for node in nodes):
        yield "ucp", tree
    if any(map(has_shape, nodes)):
        yield "shapes", tree
    yield from (form for form in changed(number, tree, chance) if form[1] != tree)


def changed(number: int, tree: Tree, chance: Random) -> Iterator[Form]:
    """The tree in other forms, or as it is where it has none."""
    slot = number % EVERY
    if slot < len(SLOPPY):
        yield "noise", noisy(tree, SLOPPY[slot])
    if slot % 5 == 3 and _is_reported(tree):
        yield "telegram", noisy(tree, ("telegram", "no-final-punctuation", *(("headline",) if slot > 12 else ())))
    if slot % 2:
        yield "no-subject", noisy(tree, ("no-subject",))
        yield "old-spelling", noisy(tree, ("old-spelling",))
    yield "short", noisy(tree, ("short",))
    if chance.random() < 0.4:
        in_one = noisy(tree, ("fused-negatives",))
        yield "fused-negatives", noisy(in_one, CHAT) if in_one != tree and chance.random() < 0.5 else in_one
    if len(tree.words) <= MOST_WORDS["sentence"]:
        for name, (share, in_small_letters) in INSERTED.items():
            if chance.random() < share:
                made = insert.INSERTIONS[name](tree)
                yield (
                    name,
                    noisy(made, ("lower-case",)) if made != tree and chance.random() < in_small_letters else made,
                )


def has_shape(node: Tree) -> bool:
    """Whether it is joined clauses without `that`, a clause without a subject, an item's number, a sum, or the like."""
    kinds = [category(child) for child in node.children]
    match node.label, kinds:
        case "SBAR", ["S"]:
            inside = [category(child) for child in as_tree(node.children[0]).children]
            return [kind for kind in inside if kind not in {",", "ADVP"}] == ["S", "CC", "S"]
        case "S", ["S", *rest] if "CC" in rest:
            inside = [category(child) for child in as_tree(node.children[0]).children]
            return inside[-1] == "VP" and "NP" not in inside
        case ("LST" | "SINV", _) | ("NP", ["DT", *_, "QP"]) | ("PP", ["JJ", "PP"]):
            return True
        case "S" | "SQ" | "SBARQ", [*_, ",", "NP", "."]:
            return True
    return False


def in_a_line(trees: Sequence[Tree], *, seed: int = 5) -> Iterator[Form]:
    """Pairs of sentences as one: near ones with a full stop, clauses with nothing, a clause and a judgment of it."""
    chance = Random(seed)
    for first, second in zip(trees[::6], trees[3::6]):
        if len(first.words) + len(second.words) <= MOST_WORDS["line"] and not _is_quoted(first) | _is_quoted(second):
            yield "run-on", run_on(first, second)
    clauses = list(filter(_is_clause, trees[::3]))
    seconds = [clause for clause in clauses if category(clause.children[0]) == "NP" and clause.tags[0] in BEGINNINGS]
    pronouns = [clause for clause in seconds if clause.tags[0] == "PRP"]
    tails = list(filter(_is_judgment, trees))
    for first in clauses if pronouns else []:
        second = chance.choice(pronouns if chance.random() < 0.7 else seconds)
        noises: list[Noise] = [noise for noise, share in zip(CHAT, (0.6, 0.5)) if chance.random() < share]
        yield "fused", noisy(fused(first, second), noises)
    for first in clauses[::2] if tails else []:
        yield "tails", comma_spliced(first, chance.choice(tails))


def _is_reported(tree: Tree) -> bool:
    """Whether a headline may say it: a short sentence about somebody who has been named."""
    is_clause = tree.label == "S" and category(tree.children[0]) == "NP" and tree.tags[0] != "PRP"
    return is_clause and 4 <= len(tree.words) <= MOST_WORDS["telegram"]


def _is_quoted(tree: Tree) -> bool:
    return not {"``", "''"}.isdisjoint(tree.tags)


def _is_clause(tree: Tree) -> bool:
    """Whether it is one short plain clause."""
    kinds = [category(child) for child in tree.children]
    is_plain = tree.words[-1] == "." and {":", "CC"}.isdisjoint(tree.tags) and not _is_quoted(tree)
    return tree.label == "S" and is_plain and kinds[-3:] == ["NP", "VP", "."] and len(tree.words) <= MOST_WORDS["half"]


def _is_judgment(tree: Tree) -> bool:
    """Whether it is the likes of `lucky guy`, `really good` or `okay`."""
    is_short = len(tree.words) <= MOST_WORDS["tail"] and {",", ":"}.isdisjoint(tree.tags) and not _is_quoted(tree)
    is_common = tree.tags[0] in {"JJ", "JJR", "JJS", "RB"} and {"NNP", "NNPS", "CD"}.isdisjoint(tree.tags)
    return is_short and (tree.label in JUDGING or (tree.label == "NP" and is_common))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trees", type=Path, nargs="+")
    parser.add_argument("--output", type=Path, required=True, metavar="FOLDER")
    given = parser.parse_args()
    if given.output.is_file():
        raise BadUsage(f"--output {given.output}: a file, where a folder was expected")
    files: dict[str, dict[Tree, None]] = defaultdict(dict)
    for number, plain in enumerate(chain.from_iterable(map(read_trees, given.trees))):
        for name, tree in forms(number, plain):
            files[name][tree] = None
    for name, tree in in_a_line(list(files["train"])):
        files[name][tree] = None
    given.output.mkdir(parents=True, exist_ok=True)
    for name, trees in sorted(files.items()):
        path = given.output / f"{name}.txt"
        print(f"{path}: {write_trees(trees, path):,} trees")


if __name__ == "__main__":
    run(main)
