"""Packings of forests, with as much room as there must be and some more."""

from __future__ import annotations

from rightmost.decoding.forest import Forest
from rightmost.gpu.packing import Packing
from rightmost.model.graph_decoder import GraphDecoder
from rightmost.model.states import DEPTH


def packing_of(decoder: GraphDecoder, forest: Forest, *, spare: int) -> Packing:
    device = decoder.features.dummy.device
    counts = [int((forest.nodes[DEPTH] <= level).sum()) for level in range(decoder.levels + 1)]
    return Packing.of(
        forest.nodes.to(device),
        forest.first_word.to(device),
        slots=forest.nodes.shape[2],
        table=decoder.features.rows,
        capacity=tuple(max(1, count) + spare for count in counts),
    )
