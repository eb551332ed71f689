"""What the network reads off its features: where a word goes, under which labels, and its tag."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from rightmost.tensors.vocabulary import NO_LABEL

NEVER = float("-inf")


@dataclass(frozen=True)
class ActionScores:
    """Unnormalised log-probabilities of the three parts of an action, which are independent given the state."""

    target: Tensor  # (states, longest chain), -inf behind a chain's end
    parent: Tensor  # (states, labels + 1)
    new: Tensor  # (states, labels + 1)


class TwoLayers(nn.Module):
    """Linear, LayerNorm, ReLU, Linear, over two inputs side by side.

    The inputs are kept apart so that the share of one that many rows have in common is computed once.
    """

    def __init__(self, first: int, second: int, hidden: int, outputs: int) -> None:
        super().__init__()
        self.first = nn.Linear(first, hidden)
        self.second = nn.Linear(second, hidden, bias=False) if second else None
        self.norm = nn.LayerNorm(hidden)
        self.output = nn.Linear(hidden, outputs)

    def forward(self, hidden: Tensor) -> Tensor:
        """The result for the sum of `self.first(x)` and `self.second(y)`."""
        result: Tensor = self.output(F.relu(self.norm(hidden)))
        return result


@dataclass(frozen=True)
class WordShares:
    """What each word adds to the head's hidden layers when it is the word to come: computed once a word."""

    content: Tensor  # (words, hidden)
    position: Tensor
    labels: Tensor


class ActionHead(nn.Module):
    """The attention-based action decoder: w over the chain, then [u, v] (PAPER.md, Network details)."""

    def __init__(self, width: int, labels: int) -> None:
        super().__init__()
        half = width // 2
        self.content = TwoLayers(half, half, width // 4, 1)
        self.position = TwoLayers(half, half, width // 4, 1)
        self.labels = TwoLayers(width, width, width // 2, 2 * (labels + 1))

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
        states = len(chain_length)
        if states == 1:
            target, summary = self._of_one(chain, shares, next_word)
        else:
            target, summary = self._of_many(chain, chain_length, shares, next_word=next_word)
        assert self.labels.second is not None
        both = self.labels(shares.labels.index_select(0, next_word) + self.labels.second(summary))
        parent, new = both.unflatten(-1, (-1, 2)).unbind(-1)  # side by side, so that a new label adds rows at the end
        return ActionScores(target, *first_step_masked(parent, new, is_first))

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
        target = weight.new_full((states, longest), NEVER)
        target[row_state, place] = weight
        rows = torch.arange(len(chain), device=chain.device)
        summary = F.embedding_bag(rows, chain, starts, mode="sum", per_sample_weights=weight.sigmoid().to(chain.dtype))
        return target, summary


def first_step_masked(parent: Tensor, new: Tensor, is_first: Tensor | None) -> tuple[Tensor, Tensor]:
    """The first word must have a parent label and can have no new one: the only mask the system ever needs."""
    if is_first is None:
        return parent, new
    none = torch.arange(parent.shape[1], device=parent.device) == NO_LABEL
    first_and_none = is_first[:, None] & none
    parent = parent.masked_fill(first_and_none, NEVER)
    new = new.masked_fill(is_first[:, None] ^ first_and_none, NEVER)
    return parent, new


class TagHead(nn.Module):
    """Part-of-speech tags from the encoder."""

    def __init__(self, width: int, tags: int) -> None:
        super().__init__()
        self.net = TwoLayers(width, 0, width // 4, tags)

    def forward(self, words: Tensor) -> Tensor:  # (words, width) -> (words, tags)
        result: Tensor = self.net(self.net.first(words))
        return result
