"""The whole network: encoder, decoder over states, tags; and what it needs of a sentence to learn from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.utils.checkpoint import checkpoint

from rightmost.encoding.batches import EncoderInput, encoder_input
from rightmost.encoding.bert import Bert
from rightmost.encoding.encoder import Encoder
from rightmost.encoding.subwords import Subwords, Window
from rightmost.limits import STATES_AT_ONCE
from rightmost.model.decoder import Decoder
from rightmost.model.history import History, Numbers, states_at
from rightmost.model.model_config import ModelConfig
from rightmost.model.smoothing import cross_entropy
from rightmost.model.states import slots_for
from rightmost.model.tag_head import TagHead
from rightmost.model.vocabulary import Vocabulary
from rightmost.transitions.dynamic_oracle import best_actions
from rightmost.transitions.oracle import oracle
from rightmost.trees.tree import Tree


@dataclass(frozen=True)
class Example:
    """A sentence ready to learn from: its pieces, its states, and the best actions in them, as numbers."""

    windows: tuple[Window, ...]
    history: History
    decisions: Numbers  # (decisions, columns), as the decoder takes them
    tags: Numbers  # (words,)
    style: int  # the number of its annotation style, 0 for none in particular

    @property
    def words(self) -> int:
        return len(self.tags)

    @property
    def pieces(self) -> int:
        return sum(len(window.pieces) for window in self.windows)


@dataclass(frozen=True)
class Batch:
    """Examples side by side, and every decision in every one of them."""

    input: EncoderInput
    histories: Tensor  # (sentences, 9, slots)
    first_word: Tensor  # (sentences,)
    sentence: Tensor  # (decisions,)
    decisions: Tensor  # (decisions, columns)
    tags: Tensor  # (words,)

    @property
    def sentences(self) -> int:
        return len(self.first_word)

    @property
    def words(self) -> int:
        return self.input.words

    def to(self, device: torch.device) -> Batch:
        """The same on another device."""
        return Batch(
            self.input.to(device),
            *(
                tensor.to(device, non_blocking=True)
                for tensor in (self.histories, self.first_word, self.sentence, self.decisions, self.tags)
            ),
        )


@dataclass(frozen=True)
class Losses:
    """Cross-entropies, each summed over the batch's words."""

    target: Tensor
    parent: Tensor
    new: Tensor
    tag: Tensor

    @property
    def total(self) -> Tensor:
        return self.target + self.parent + self.new + self.tag


class Network(nn.Module):
    """Built by `rightmost.model.build`; see there for how a config becomes its parts."""

    def __init__(
        self,
        config: ModelConfig,
        vocabulary: Vocabulary,
        subwords: Subwords,
        *,
        encoder: Encoder,
        decoder: Decoder,
        tag_head: TagHead | None,
    ) -> None:
        super().__init__()
        self.config = config
        self.vocabulary = vocabulary
        self.subwords = subwords
        self.encoder = encoder
        self.decoder = decoder
        self.tag_head = tag_head
        self.states_at_once = STATES_AT_ONCE
        self.style = config.style  # what it parses in

    # -- what goes in -------------------------------------------------------------------------

    def prepare(self, tree: Tree, *, style: str | None = None, followed: Tree | None = None) -> Example:
        """All of the work that a gold tree, annotated in that style, needs, done once.

        With a tree to be followed, the states are those on the way to that one.
        """
        taken = oracle(tree if followed is None else followed)
        best = taken if followed is None else best_actions(tree, taken)
        return Example(
            windows=tuple(self.windows(tree.words)),
            history=History.of(taken, self.vocabulary),
            decisions=self.decoder.decisions(best, self.vocabulary),
            tags=np.array([self.vocabulary.tag_number(tag) for tag in tree.tags], dtype=np.int32),
            style=self._style_number(style),
        )

    def windows(self, words: Sequence[str], *, finished: bool = True) -> list[Window]:
        """What the encoder reads of these words; whether the sentence ends with them is for it to see."""
        return self.subwords.windows(words, marks=0 if finished else self.config.prefix_mark)

    def collate(self, examples: Sequence[Example]) -> Batch:
        """The examples as one batch, on the CPU."""
        lengths = np.array([example.words for example in examples])
        decisions = np.array([len(example.decisions) for example in examples])
        slots = slots_for(int(lengths.max()))
        return Batch(
            input=self._input([example.windows for example in examples], [example.style for example in examples]),
            histories=torch.from_numpy(np.stack([example.history.padded(slots) for example in examples])),
            first_word=torch.from_numpy(np.cumsum(lengths) - lengths),
            sentence=torch.from_numpy(np.repeat(np.arange(len(examples)), decisions)),
            decisions=torch.from_numpy(np.concatenate([example.decisions for example in examples]).astype(np.int64)),
            tags=torch.from_numpy(np.concatenate([example.tags for example in examples]).astype(np.int64)),
        )

    def input_of(self, sentences: Sequence[Sequence[Window]]) -> EncoderInput:
        """The encoder's input for sentences to parse that are already cut into windows."""
        return self._input(sentences, [self._style_number(self.style)] * len(sentences))

    def _input(self, sentences: Sequence[Sequence[Window]], styles: Sequence[int]) -> EncoderInput:
        return encoder_input(sentences, self.subwords, attention_window=self.config.positions, styles=styles)

    def _style_number(self, style: str | None) -> int:
        return 0 if style is None else 1 + self.config.styles.index(style)

    # -- what comes out -----------------------------------------------------------------------

    def loss(self, batch: Batch) -> Losses:
        """How far the network is from the best actions and tags, all states at once (teacher forcing)."""
        words = self.encode(batch.input, batch.tags)
        prepared = self.decoder.prepare(words, self.encoder.position_table)
        parts = [self._decision_loss(prepared, batch, chunk) for chunk in self._chunks(batch)]
        target, parent, new = torch.stack(parts).sum(0)
        tag = words.new_zeros(())
        if self.tag_head is not None:
            tag = cross_entropy(self.tag_head(words), batch.tags, smoothing=self._smoothing)
        return Losses(target, parent, new, tag)

    @property
    def _smoothing(self) -> float:
        return self.config.label_smoothing if self.training else 0.0

    def encode(self, batch: EncoderInput, tags: Tensor | None = None) -> Tensor:
        """The words' features. (words, width)"""
        words: Tensor = self.encoder(batch, tags if self.config.gold_tags else None)
        return words

    def _chunks(self, batch: Batch) -> Iterator[slice]:
        for start in range(0, len(batch.decisions), self.states_at_once):
            yield slice(start, start + self.states_at_once)

    def _decision_loss(self, prepared: Any, batch: Batch, chunk: slice) -> Tensor:
        """The loss over one chunk of the batch's decisions. (3,)"""
        sentence, decisions = batch.sentence[chunk], batch.decisions[chunk]

        def loss() -> Tensor:
            states = states_at(
                batch.histories,
                sentence=sentence,
                time=decisions[:, 0],
                first_word=batch.first_word,
                levels=self.decoder.levels,
            )
            return self.decoder.loss(prepared, states, decisions, smoothing=self._smoothing)

        if len(batch.decisions) <= self.states_at_once or not torch.is_grad_enabled():
            return loss()
        # A long batch: keep no activations of a chunk, compute them again on the way back.
        result: Tensor = checkpoint(loss, use_reentrant=False)
        return result

    def compile_layers(self, *, backend: str = "inductor") -> None:
        """Lets torch compile the layers of a BERT, all alike and so once for all: fewer and larger kernels on a GPU."""
        if isinstance(self.encoder.transformer, Bert):
            for layer in self.encoder.transformer.encoder["layer"].children():
                layer.compile(dynamic=True, backend=backend)

    def encoder_parameters(self) -> Iterator[nn.Parameter]:
        """The pre-trained part's."""
        return self.encoder.transformer.parameters()

    def other_parameters(self) -> Iterator[nn.Parameter]:
        """All the rest."""
        pretrained = {id(parameter) for parameter in self.encoder_parameters()}
        return (parameter for parameter in self.parameters() if id(parameter) not in pretrained)
