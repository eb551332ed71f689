"""Makes a trained model ready to be shipped: a quarter of its size, with its licence and its scores.

    python recipe/en/ship.py RUN/best... --output src/rightmost/models/en --licence LICENCE --test FILE...

Of several models, which must have been trained from the same start, the mean of their weights is shipped. The scores
are those of the weights as they are shipped.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import torch

from rightmost.errors import BadUsage
from rightmost.model.network import Network
from rightmost.modelfile.folder import load_model, save_model
from rightmost.modelfile.shipped import about_model
from rightmost.outcome import run
from rightmost.training.distributed import Team
from rightmost.training.record.development import development_figures
from rightmost.training.run.release import pack
from rightmost.trees.brackets import read_some_trees
from rightmost.trees.tree import Tree

KEPT = ("licence", "training")  # of what a model says about itself: its scores are measured anew


def figures(network: Network, gold: Sequence[Tree]) -> dict[str, float]:
    """The network's figures on these trees."""
    team = Team(rank=0, ranks=1, device=next(network.parameters()).device)
    return asdict(development_figures(network, gold, team=team, bfloat16=False))


def ship(models: Sequence[Path], output: Path, *, licence: str, test: Sequence[Path], style: str | None = None) -> None:
    """Writes the model, to parse in that style or else its own, then measures what was written."""
    gold = {path.stem: list(read_some_trees(path)) for path in test}  # first of all: bad files must cost no model
    if len(gold) < len(test):
        raise BadUsage("--test: two files of one name; the model would keep the scores of one of them")
    pack(models[0], output, mean_with=models[1:], licence=licence, style=style, force=True)
    about = {name: value for name, value in about_model(output).items() if name in KEPT} | {"mean_of": len(models)}
    shipped = load_model(output, device="cuda" if torch.cuda.is_available() else "cpu")
    scores = {name: figures(shipped, trees) for name, trees in gold.items()}
    save_model(shipped, output, about=about | {"test": scores}, compact=True)  # the same weights: whole numbers stay


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("models", type=Path, nargs="+")
    arguments.add_argument("--output", type=Path, required=True)
    arguments.add_argument("--licence", required=True)
    arguments.add_argument("--test", type=Path, nargs="+", required=True)
    arguments.add_argument("--style", help="the annotation style it parses in unless told otherwise")
    given = arguments.parse_args()
    ship(given.models, given.output, licence=given.licence, test=given.test, style=given.style)


if __name__ == "__main__":
    run(main)
