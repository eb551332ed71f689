"""The paper's decoder: chain features by graph convolution, then the action head."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from torch import Tensor, nn

from rightmost.model.action_head import ActionHead, WordShares
from rightmost.model.action_scores import ActionScores
from rightmost.model.decisions import action_decisions, action_loss
from rightmost.model.history import Numbers
from rightmost.model.states import States
from rightmost.model.tree_features import FeatureTables, TreeFeatures
from rightmost.model.vocabulary import Vocabulary
from rightmost.transitions.action import Action
from rightmost.transitions.system import System


@dataclass(frozen=True)
class GraphPrepared:
    """What the graph decoder computes once for a batch's words."""

    tables: FeatureTables
    shares: WordShares


class GraphDecoder(nn.Module):
    """Chain features, then the action head (the paper's section 4)."""

    system = System.ATTACH_JUXTAPOSE
    packs = True

    def __init__(self, features: TreeFeatures, head: ActionHead) -> None:
        super().__init__()
        self.features = features
        self.head = head

    @property
    def levels(self) -> int:
        """How far below the chain it looks."""
        return len(self.features.convolution.layers)

    def prepare(self, words: Tensor, positions: Tensor) -> GraphPrepared:
        return GraphPrepared(self.features.prepare(words, positions), self.head.shares(words))

    def forward(self, prepared: GraphPrepared, states: States) -> ActionScores:
        chain, chain_length = self.features(prepared.tables, states)
        scores: ActionScores = self.head(
            chain, chain_length, prepared.shares, next_word=states.next_word, is_first=states.is_first
        )
        return scores

    def decisions(self, actions: Sequence[Action], vocabulary: Vocabulary) -> Numbers:
        return action_decisions(actions, vocabulary)

    def loss(self, prepared: GraphPrepared, states: States, decisions: Tensor, *, smoothing: float = 0.0) -> Tensor:
        return action_loss(self(prepared, states), decisions, smoothing=smoothing)
