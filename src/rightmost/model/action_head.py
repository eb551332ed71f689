"""The action head: where the next word goes and under which labels, read off the chain's features."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from rightmost.model.action_scores import IMPOSSIBLE, ActionScores, Labels, both_labels
from rightmost.model.two_layers import TwoLayers


@dataclass(frozen=True)
class WordShares:
    """What each word adds to the head's hidden layers when it is the word to come: computed once a word."""

    content: Tensor  # (words, hidden)
    position: Tensor
    labels: Tensor


class ActionHead(nn.Module):
    """The attention-based action decoder: w over the chain, then [u, v] (the paper's section 4).

    In the paper labels are independent of the target. Where two targets are about as likely, the best label may then
    be the other one's; `labels_given_target` lets labels see the target's features too.
    """

    def __init__(self, width: int, labels: int, *, labels_given_target: bool = False) -> None:
        super().__init__()
        half = width // 2
        self.content = TwoLayers(half, half, width // 4, 1)
        self.position = TwoLayers(half, half, width // 4, 1)
        self.labels = TwoLayers(width, width, width // 2, 2 * (labels + 1))
        self.target = nn.Linear(width, width // 2, bias=False) if labels_given_target else None

    def shares(self, words: Tensor) -> WordShares:  # (words, width)
        """The words' part of the work."""
        assert self.content.second is not None
        assert self.position.second is not None
        content, position = words.chunk(2, dim=-1)
        return WordShares(self.content.second(content), self.position.second(position), self.labels.first(words))

    def forward(
        self, chain: Tensor, chain_length: Tensor, shares: WordShares, *, next_word: Tensor, is_first: Tensor | None
    ) -> ActionScores:
        """`chain` (chain rows, width) state by state; `next_word` and the rest (states,)."""
        if len(chain_length) == 1:
            target, summary = self._of_one(chain, shares, next_word)
        else:
            target, summary = self._of_many(chain, chain_length, shares, next_word=next_word)
        starts = chain_length.cumsum(0) - chain_length

        def labels_at(targets: Tensor) -> Labels:
            word = shares.labels.index_select(0, next_word)
            return both_labels(
                self.labels(word[:, None] + self.hidden_labels(summary, chain, starts[:, None] + targets))
            )

        return ActionScores(target, labels_at).masked(is_first)

    def hidden_labels(self, summary: Tensor, chain: Tensor, targets: Tensor) -> Tensor:
        """What chains, and their targets (states, n) if labels see those, add to the labels' hidden layer.

        `targets` are rows of `chain`. (states, n or 1, hidden)
        """
        assert self.labels.second is not None
        hidden: Tensor = self.labels.second(summary)[:, None]
        if self.target is None:
            return hidden
        rows = targets.clamp(max=len(chain) - 1)  # beyond a chain's end: not to be chosen
        of_target: Tensor = self.target(chain.index_select(0, rows.flatten()))
        return hidden + of_target.view(*rows.shape, -1)

    def _of_one(self, chain: Tensor, shares: WordShares, next_word: Tensor) -> tuple[Tensor, Tensor]:
        """`_of_many` for one state: half the operations, which is what its time is made of."""
        content, position = chain.chunk(2, dim=-1)
        hidden_content = self.content.first(content) + shares.content.index_select(0, next_word)
        hidden_position = self.position.first(position) + shares.position.index_select(0, next_word)
        weight = (self.content(hidden_content) + self.position(hidden_position)).T  # (1, chain)
        return weight, weight.sigmoid().to(chain.dtype) @ chain

    def _of_many(
        self, chain: Tensor, chain_length: Tensor, shares: WordShares, *, next_word: Tensor
    ) -> tuple[Tensor, Tensor]:
        """The scores of the chains' nodes, and their sums weighted by them. (states, longest chain), (states, width)"""
        states = len(chain_length)
        row_state = torch.repeat_interleave(chain_length, output_size=len(chain))  # which state each row is of
        row_word = next_word[row_state]
        content, position = chain.chunk(2, dim=-1)
        hidden_content = self.content.first(content) + shares.content.index_select(0, row_word)
        hidden_position = self.position.first(position) + shares.position.index_select(0, row_word)
        weight = (self.content(hidden_content) + self.position(hidden_position))[:, 0]
        ends = chain_length.cumsum(0)
        starts = ends - chain_length
        place = torch.arange(len(chain), device=chain.device) - starts[row_state]
        longest = int(chain_length.max())
        target = weight.new_full((states, longest), IMPOSSIBLE)
        target[row_state, place] = weight
        rows = torch.arange(len(chain), device=chain.device)
        summary = F.embedding_bag(rows, chain, starts, mode="sum", per_sample_weights=weight.sigmoid().to(chain.dtype))
        return target, summary
