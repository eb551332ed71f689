"""Makes a trained model ready to be shipped: a quarter of its size, with its licence and its scores.

    python recipe/en/ship.py RUN/best... --output src/rightmost/models/en --licence LICENCE --test FILE... [--style NAME]

Of several models, which must have been trained from the same start, the mean of their weights is shipped. The scores
are those of the weights as they are shipped.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import torch

from rightmost.errors import BadUsage, RightmostError
from rightmost.model.model_config import ModelConfig
from rightmost.model.network import Network
from rightmost.modelfile.folder import load_model, save_model
from rightmost.modelfile.shipped import about_model
from rightmost.outcome import run
from rightmost.training.distributed import Team
from rightmost.training.record.development import development_figures
from rightmost.training.run.start import CHANGEABLE
from rightmost.trees.brackets import read_some_trees
from rightmost.trees.tree import Tree


def mean_of(folders: Sequence[Path]) -> Network:
    """A network whose weights are the mean of the models'."""
    network = load_model(folders[0])
    total = {name: tensor.double() for name, tensor in network.state_dict().items()}
    for folder in folders[1:]:
        other = load_model(folder)
        if other.vocabulary != network.vocabulary or _fixed(other.config) != _fixed(network.config):
            raise RightmostError(
                f"{folder}: other labels or settings than {folders[0]} has; there is no mean of the two"
            )
        for name, tensor in other.state_dict().items():
            total[name] += tensor
    network.load_state_dict({name: (tensor / len(folders)).float() for name, tensor in total.items()})
    return network


def _fixed(config: ModelConfig) -> dict[str, object]:
    """The settings that say what the weights mean; a later step may have changed others."""
    return config.model_dump(exclude=set(CHANGEABLE - {"style"}))


def figures(network: Network, gold: Sequence[Tree]) -> dict[str, float]:
    """The network's figures on these trees."""
    team = Team(rank=0, ranks=1, device=next(network.parameters()).device)
    return asdict(development_figures(network, gold, team=team, bfloat16=False))


def ship(models: Sequence[Path], output: Path, *, licence: str, test: Sequence[Path], style: str | None = None) -> None:
    """Writes the model, to parse in that style or else its own, then measures what was written."""
    gold = {path.stem: list(read_some_trees(path)) for path in test}  # first of all: bad files must cost no model
    if len(gold) < len(test):
        raise BadUsage("--test: two files of one name; the model would keep the scores of one of them")
    about = {"licence": licence, "training": about_model(models[0]).get("training"), "mean_of": len(models)}
    network = mean_of(models)
    if style is not None:
        network.config = ModelConfig.model_validate(network.config.model_dump() | {"style": style})
    save_model(network, output, about=about, compact=True)
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
