"""What each transition system offers to searches: its partial trees, and whether they support constraints."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rightmost.decoding.in_order_trees import InOrderTrees
from rightmost.decoding.partial_trees import PartialTrees
from rightmost.decoding.ragged import RaggedTrees
from rightmost.transitions.system import System


@dataclass(frozen=True)
class Means:
    """How sentences are parsed by a system's actions."""

    trees: Callable[..., PartialTrees]  # decoder, words, positions, lengths=, copies=
    constraints: bool
    look_ahead: bool


MEANS: Mapping[System, Means] = {
    System.ATTACH_JUXTAPOSE: Means(RaggedTrees, constraints=True, look_ahead=True),
    System.IN_ORDER: Means(InOrderTrees, constraints=False, look_ahead=False),
}
