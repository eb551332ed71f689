"""The features of the nodes on every chain, by graph convolution over the partial trees."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from rightmost.model.gcn import GraphConvolution
from rightmost.model.neighbourhood import FeatureTable, Neighbourhood
from rightmost.model.states import States


@dataclass(frozen=True)
class FeatureTables:
    """Input features [dummy and labels | positions | leaves], as they are and after the first layer's map."""

    table: Tensor  # (table rows, width)
    mapped: Tensor


class TreeFeatures(nn.Module):
    """The features of the nodes on every state's chain, by graph convolution."""

    def __init__(self, width: int, *, labels: int, positions: int, convolution: GraphConvolution) -> None:
        super().__init__()
        self.rows = FeatureTable(labels=labels, positions=positions)
        self.dummy = nn.Parameter(torch.empty(1, width).normal_(std=0.02))
        self.labels = nn.Parameter(torch.empty(labels, width // 2).normal_(std=0.02))
        self.convolution = convolution

    def prepare(self, words: Tensor, positions: Tensor) -> FeatureTables:
        """The tables for these words."""
        labels = torch.cat([self.labels, torch.zeros_like(self.labels)], dim=1)
        places = torch.cat([torch.zeros_like(positions), positions], dim=1)
        dtype = _working_dtype(words)
        table = torch.cat([part.to(dtype) for part in (self.dummy, labels, places, words)])
        return FeatureTables(table, self.convolution.mapped(table))

    def forward(self, tables: FeatureTables, states: States) -> tuple[Tensor, Tensor]:
        """Chain features, state by state, and how many each state has. (chain rows, width), (states,)"""
        levels = len(self.convolution.layers)
        near = Neighbourhood.of(states, levels=levels, table=self.rows, dtype=tables.table.dtype)
        return self.convolution(tables.table, near, mapped=tables.mapped), near.chain_length


def _working_dtype(words: Tensor) -> torch.dtype:
    """What big tensors are kept in: autocast's type where it is on."""
    device = words.device.type
    return torch.get_autocast_dtype(device) if torch.is_autocast_enabled(device) else words.dtype
