"""A model card's tables, measured: scores file by file, size, parameters, and the sentences of a page that it misses.

    python recipe/en/card.py MODEL --dev FILE... --test FILE... [--beams 1 10] [--most 500]
    python recipe/en/card.py MODEL --page tests/models/en.page.txt [--into docs/models/en.md]

Prints Markdown. With --into, what stands between the two markers of that file is replaced by the page's part:
`<!-- misses: begin -->` and `<!-- misses: end -->`; a test holds the shipped model's card to it.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import rightmost
from rightmost.errors import RightmostError
from rightmost.evaluation.evalb import evaluate
from rightmost.files import written_atomically
from rightmost.modelfile.shipped import model_folder
from rightmost.outcome import run
from rightmost.parser import Parser
from rightmost.trees.brackets import read_some_trees
from rightmost.trees.tree import Tree

BEGIN, END = "<!-- misses: begin -->", "<!-- misses: end -->"
HEAD = ("trees", "beam", "sentences", "EM", "F1", "LP", "LR", "tags")


@dataclass(frozen=True)
class Miss:
    """A sentence of the page whose brackets are not all right."""

    gold: Tree
    predicted: Tree


@dataclass(frozen=True)
class Page:
    """What a parser makes of the page."""

    sentences: int
    f1: float
    misses: tuple[Miss, ...]


def parsed(parser: Parser, gold: Sequence[Tree], *, beam: int = 1) -> list[Tree]:
    """The parser's trees over the same words; the gold tags are given only to a model that needs them."""
    tagged = parser.network.config.gold_tags
    return list(parser.parse_many([tree.leaves if tagged else tree.words for tree in gold], beam=beam))


def row(parser: Parser, name: str, gold: Sequence[Tree], *, beam: int) -> tuple[str, ...]:
    """A row under HEAD: evalb's figures with gold tags put back, and the share of words whose own tag was right."""
    predicted = parsed(parser, gold, beam=beam)
    scores = evaluate(gold, predicted, gold_tags=True)
    tags = [one == other for tree, found in zip(gold, predicted) for one, other in zip(tree.tags, found.tags)]
    shares = (scores.exact_match, scores.f1, scores.precision, scores.recall, 100 * sum(tags) / len(tags))
    return name, "greedy" if beam == 1 else str(beam), str(len(gold)), *(f"{share:.2f}" for share in shares)


def table(rows: Sequence[Sequence[str]]) -> str:
    """The rows under HEAD, in Markdown."""
    lines = [HEAD, ("---",) * len(HEAD), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def size(parser: Parser, folder: Path) -> str:
    """One line: the folder's size on disk, the network's parameters."""
    files = [path.stat().st_size for path in folder.iterdir() if path.is_file()]
    whole = sum(parameter.numel() for parameter in parser.network.parameters())
    encoder = sum(parameter.numel() for parameter in parser.network.encoder_parameters())
    return (
        f"{sum(files) / 1e6:.1f} MB on disk (the largest of {len(files)} files {max(files) / 1e6:.1f} MB); "
        f"{whole / 1e6:.1f} million parameters, {encoder / 1e6:.1f} of them the pre-trained encoder's.\n"
    )


def page_of(parser: Parser, gold: Sequence[Tree]) -> Page:
    """What the parser, greedily, makes of the page's words. What evalb calls an exact match is no miss."""
    predicted = parsed(parser, gold)
    scores = evaluate(gold, predicted, gold_tags=True)
    wrong = [each.number - 1 for each in scores.per_sentence if not each.exact_match]
    return Page(len(gold), scores.f1, tuple([Miss(gold[number], predicted[number]) for number in wrong]))


def misses(page: Page) -> str:
    """The page's part of the card, markers included."""
    right = page.sentences - len(page.misses)
    lines = [BEGIN, f"F1 {page.f1:.2f}; {right} of {page.sentences} sentences exactly right. The others:", ""]
    for miss in page.misses:
        lines += [f"- {' '.join(miss.gold.words)}", f"  - should be `{miss.gold}`", f"  - is `{miss.predicted}`"]
    return "\n".join([*lines, END])


def between_markers(card: str, name: str = "the card") -> str:
    """The page's part of a card that has one, markers included."""
    if card.count(BEGIN) != 1 or card.count(END) != 1 or card.index(BEGIN) > card.index(END):
        raise RightmostError(f"{name} must have {BEGIN} and, behind it, {END}, once each")
    return card[card.index(BEGIN) : card.index(END) + len(END)]


def written_into(path: Path, part: str) -> None:
    """Puts the page's part in the place of the one that the card has."""
    card = path.read_text(encoding="utf-8")
    with written_atomically(path) as stream:
        stream.write(card.replace(between_markers(card, str(path)), part))


def spread(path: Path, most: int | None) -> list[Tree]:
    """The file's trees, or so many of them, spread evenly."""
    trees = list(read_some_trees(path))
    if most is None or most >= len(trees):
        return trees
    return [trees[number * len(trees) // most] for number in range(most)]


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("model")
    arguments.add_argument("--dev", type=Path, nargs="*", default=[])
    arguments.add_argument("--test", type=Path, nargs="*", default=[])
    arguments.add_argument("--beams", type=int, nargs="+", default=[1, 10])
    arguments.add_argument("--most", type=int, help="trees of each file, spread evenly")
    arguments.add_argument("--page", type=Path)
    arguments.add_argument("--into", type=Path)
    arguments.add_argument("--device", default="auto")
    given = arguments.parse_args()
    if given.into and not given.page:
        arguments.error("--into needs --page: that is what it writes")
    if given.most is not None and given.most < 1:
        arguments.error("--most must be 1 or more")
    folder = model_folder(given.model)
    parser = rightmost.load(folder, device=given.device)
    print(size(parser, folder))
    for name, files in (("Development", given.dev), ("Test", given.test)):
        if files:
            trees = {path: spread(path, given.most) for path in files}
            rows = [row(parser, path.stem, trees[path], beam=beam) for path in files for beam in given.beams]
            print(f"### {name}\n\n{table(rows)}", flush=True)
    if given.page:
        part = misses(page_of(parser, list(read_some_trees(given.page))))
        print(part)
        if given.into:
            written_into(given.into, part)


if __name__ == "__main__":
    run(main)
