"""For `rightmost evaluate GOLD --model M`: gold trees, and the model's parses of their words."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rightmost.errors import BadUsage
from rightmost.evaluation.gold_tags import full_leaves
from rightmost.evaluation.pairs import Pair, read_gold
from rightmost.modelfile.shipped import model_folder
from rightmost.progress_bar import LONG
from rightmost.trees.brackets import unescaped
from rightmost.trees.tree import Leaf, Tree

if TYPE_CHECKING:
    from rightmost.parser import Parser


@dataclass(frozen=True)
class Parsing:
    """A model, and how it is to parse."""

    model: str
    beam: int = 1
    look_ahead: int | None = None
    style: str | None = None
    device: str = "auto"
    dtype: str = "auto"


def parsed_pair(gold: str, how: Parsing, *, gold_tags: bool, unescape: bool) -> Pair:
    """The gold trees of the file, and the model's trees over the same words. Words stay as the file has them.

    With `gold_tags` the model is given the gold tags and keeps them.
    """
    if gold == "-":
        raise BadUsage("GOLD cannot be standard input (-) with --model; give a file")
    folder = model_folder(how.model)  # looked up first: the rest takes a second
    trees = read_gold(gold, unescape=unescape)
    leaves = list(map(full_leaves, trees))
    from rightmost.parser import load

    parser = load(folder, device=how.device, dtype=how.dtype, style=how.style)
    found = iter(_parsed(parser, [each for each in leaves if each], how, tagged=gold_tags))
    return Pair(trees, tuple([_with_words(next(found), each) if each else None for each in leaves]))


def _parsed(parser: Parser, sentences: Sequence[Sequence[Leaf]], how: Parsing, *, tagged: bool) -> list[Tree]:
    tagged = tagged or parser.network.config.gold_tags  # such a model reads tags as it reads words
    real = [[Leaf(unescaped(leaf.word), leaf.tag) for leaf in leaves] for leaves in sentences]
    given = real if tagged else [[leaf.word for leaf in leaves] for leaves in real]
    shown = sys.stderr.isatty() and len(given) >= LONG
    return list(parser.parse_many(given, beam=how.beam, look_ahead=how.look_ahead, progress=shown))


def _with_words(tree: Tree, leaves: Sequence[Leaf]) -> Tree:
    return tree.with_leaves([Leaf(leaf.word, tag) for leaf, tag in zip(leaves, tree.tags)])
