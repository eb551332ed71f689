"""The partial trees of the in-order system, as searches see them (the paper's ablation)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import torch
from torch import Tensor

from rightmost.decoding.in_order_forest import InOrderForest
from rightmost.decoding.partial_trees import Found
from rightmost.errors import RightmostError
from rightmost.model.action_scores import IMPOSSIBLE
from rightmost.model.decoder import Decoder
from rightmost.model.in_order_decoder import SHIFT, InOrderDecoder


@dataclass(frozen=True)
class InOrderScores:
    """The log-probabilities of in-order actions. A tree that is done has one action, which changes nothing."""

    values: Tensor  # (trees, labels + 2), -inf where an action is not allowed

    def best(self) -> tuple[Tensor, Tensor]:
        best = self.values.max(dim=1)
        return best.indices, best.values

    def given(self, actions: Tensor) -> Tensor:
        return self.values.gather(1, actions[:, None])[:, 0]

    def extended(self, total: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        sentences, beam = total.shape
        choices = self.values.shape[1]
        best, chosen = (total.flatten()[:, None] + self.values).view(sentences, -1).topk(beam, dim=1)
        # Where there is nothing more to keep, the first tree's best action is taken once more: it is legal.
        legal = self.values.view(sentences, beam, choices)[:, 0].argmax(dim=1, keepdim=True)
        chosen = torch.where(best == IMPOSSIBLE, legal, chosen)
        return best, chosen // choices, chosen % choices


class InOrderTrees:
    """The partial trees of in-order actions. `words` (words, width) are the features of all words."""

    def __init__(
        self, decoder: Decoder, words: Tensor, positions: Tensor, *, lengths: Sequence[int], copies: int = 1
    ) -> None:
        count = torch.tensor(lengths, device=words.device)
        first_word = count.cumsum(0) - count
        self._decoder, self._lengths = cast(InOrderDecoder, decoder), lengths
        self._prepared = decoder.prepare(words, positions)
        self._forest = InOrderForest(first_word.repeat_interleave(copies), count.repeat_interleave(copies))
        self.total = torch.full((len(lengths), copies), IMPOSSIBLE, device=words.device)
        self.total[:, 0] = 0.0
        self._gained = torch.zeros(copies * len(lengths), max(lengths), device=words.device)

    @property
    def word(self) -> Tensor:
        return self._forest.word

    @property
    def going(self) -> None:
        return None

    def finished(self) -> bool:
        return bool(self._forest.done.all())

    def scores(self) -> InOrderScores:
        forest, done = self._forest, self._forest.done
        scores = self._decoder(
            self._prepared,
            forest.states(self._decoder.levels),
            open_node=forest.open_node,
            words_left=forest.words_left,
        )
        allowed = forest.allowed(scores.shape[1] - 2)
        allowed[:, SHIFT] |= done
        values = scores.float().masked_fill(~allowed, IMPOSSIBLE).log_softmax(dim=1)
        return InOrderScores(values)

    def grow(self, actions: Tensor, gained: Tensor) -> None:
        word = torch.minimum(self._forest.word, self._forest.lengths - 1)
        self._gained.scatter_add_(1, word[:, None], gained[:, None])
        self._forest.apply(actions)

    def select(self, trees: Tensor) -> None:
        self._gained = self._gained.index_select(0, trees)
        self._forest.select(trees)

    def extend(self, words: Tensor, lengths: Sequence[int]) -> None:
        """In-order shift-reduce is there for comparison; it reads whole sentences."""
        raise RightmostError("the in-order system parses whole sentences only; use a model with another decoder")

    def found(self) -> Found:
        sentences, copies = self.total.shape
        actions, gained = (
            history.unflatten(0, (sentences, copies)).cpu().numpy()
            for history in (self._forest.actions[:, : self._gained.shape[1]].int(), self._gained)
        )
        return Found(actions, gained, self.total.cpu().numpy(), lengths=self._lengths)
