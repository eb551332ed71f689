"""How well a network parses the development trees."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, fields
from functools import lru_cache
from statistics import fmean

import torch

from rightmost.decoding.parse import parse_leaves
from rightmost.engine_choice import engine_for
from rightmost.evaluation.evalb import evaluate
from rightmost.evaluation.scores import Scores
from rightmost.model.network import Network
from rightmost.training.distributed import Team
from rightmost.trees.tree import Tree


@dataclass(frozen=True)
class Figures:
    """evalb's figures with gold tags put back, and the share of words whose tag was right. In percent."""

    exact_match: float
    f1: float
    precision: float
    recall: float
    tagging_accuracy: float

    @classmethod
    def mean(cls, several: Iterable[Figures]) -> Figures:
        """Their mean, each counting alike."""
        listed = [asdict(figures) for figures in several]
        return cls(**{field.name: fmean(each[field.name] for each in listed) for field in fields(cls)})


def development_scores(gold: Sequence[Tree], predicted: Sequence[Tree]) -> Scores:
    """evalb's scores, as they are reported: with the gold tags."""
    return evaluate(gold, predicted, gold_tags=True)


def development_figures(network: Network, gold: Sequence[Tree], *, team: Team, bfloat16: bool) -> Figures:
    """The network's figures on these trees, each process parsing its share of them."""
    predicted = _predicted(network, gold, team=team, bfloat16=bfloat16)
    scores = development_scores(gold, predicted)
    right = [one == other for tree, tags in zip(predicted, gold) for one, other in zip(tree.tags, tags.tags)]
    return Figures(
        exact_match=scores.exact_match,
        f1=scores.f1,
        precision=scores.precision,
        recall=scores.recall,
        tagging_accuracy=100.0 * fmean(right),
    )


_engine_for = lru_cache(engine_for)  # what it records serves every evaluation of a run


def _predicted(network: Network, gold: Sequence[Tree], *, team: Team, bfloat16: bool) -> list[Tree]:
    was_training = network.training
    network.eval()
    mine = [tree.leaves for tree in gold[team.rank :: team.ranks]]
    with torch.autocast(team.device.type, dtype=torch.bfloat16, enabled=bfloat16):
        shares = team.gathered(parse_leaves(network, mine, engine=_engine_for(team.device)))
    network.train(was_training)
    return [shares[place % team.ranks][place // team.ranks] for place in range(len(gold))]
