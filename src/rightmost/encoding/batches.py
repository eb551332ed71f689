"""Sentences side by side, as the encoder takes them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from rightmost.encoding.subwords import Subwords, Window


@dataclass(frozen=True)
class EncoderInput:
    """A batch of sentences. Words are numbered through, sentence by sentence."""

    pieces: Tensor  # (windows, pieces) padded
    mask: Tensor  # (windows, pieces) 1 where there is a piece
    first_piece: Tensor  # (words,) where each word begins, in the flattened windows
    last_piece: Tensor  # (words,)
    lengths: tuple[int, ...]  # words of each sentence
    place: Tensor  # (words,) each word's place in its sentence
    sentence: Tensor  # (words,) the number of its sentence
    case: Tensor  # (words,) of each word's letters
    style: Tensor  # (words,) the number of the annotation style its sentence is read in; 0 for none in particular
    layout: AttentionLayout

    @property
    def words(self) -> int:
        return len(self.place)

    def to(self, device: torch.device) -> EncoderInput:
        """The same on another device."""
        if device == self.pieces.device:
            return self
        own, layout = _tensors(self), _tensors(self.layout)
        moved = iter(sent_together([*own.values(), *layout.values()], device))
        changed: dict[str, Any] = dict(zip(own, moved))
        changed_layout: dict[str, Any] = dict(zip(layout, moved))
        return replace(self, **changed, layout=replace(self.layout, **changed_layout))


@dataclass(frozen=True)
class AttentionLayout:
    """Which words attend to one another: rows of words, a sentence or a window of a long one each."""

    words: Tensor  # (rows, length) numbers of words, 0 after the end
    mask: Tensor  # (rows, length) bool: a word is here
    taken_from: Tensor  # (words,) in the flattened rows, where each word's result is taken from
    sentences: int

    def spread(self, features: Tensor) -> Tensor:  # (words, ...) -> (rows, length, ...)
        """The words' features laid out in rows; what stands after the end of a row is masked."""
        rows, length = self.words.shape
        if rows == self.sentences:
            # Each word stands in one place. Sending it there is cheaper than fetching it, on the way back.
            places = features.new_zeros(rows * length, *features.shape[1:])
            flat = places.index_copy_(0, self.taken_from, features)
        else:
            flat = features.index_select(0, self.words.flatten())
        return flat.view(rows, length, *features.shape[1:])

    @classmethod
    def of(cls, lengths: Sequence[int], *, window: int) -> AttentionLayout:
        """A row a sentence; a sentence of more than `window` words in overlapping windows, stepping half a window."""
        step = window // 2
        length = np.array(lengths, dtype=np.int64)
        windows = np.where(length > window, (length - 1) // step, 1)
        number = _counted(windows)  # of each row among its sentence's
        begin, width = number * step, min(window, max(lengths))
        first_word = np.repeat(length.cumsum() - length, windows) + begin
        length, windows = np.repeat(length, windows), np.repeat(windows, windows)
        places = np.arange(width)
        mask = places < (length - begin)[:, None]
        # A word is taken from the middle of a window, but for the sentence's own first and last words.
        first = np.where(number == 0, 0, step // 2)
        until = np.where(number == windows - 1, length - begin, step + step // 2)
        taken = np.repeat(np.arange(len(number)) * width + first, until - first) + _counted(until - first)
        words = np.where(mask, first_word[:, None] + places, 0)
        return cls(torch.from_numpy(words), torch.from_numpy(mask), torch.from_numpy(taken), len(lengths))


def sent_together(tensors: Sequence[Tensor], device: torch.device) -> list[Tensor]:
    """Tensors of integers or truth values on another device, by a single copy: each has its price."""
    sizes = [tensor.numel() for tensor in tensors]
    # From memory that is not pinned a GPU would be waited for.
    packed = torch.empty(sum(sizes), dtype=torch.int64, pin_memory=device.type == "cuda")
    for part, tensor in zip(packed.split(sizes), tensors):
        part.view(tensor.shape).copy_(tensor)
    there = packed.to(device, non_blocking=True).split(sizes)
    return [part.view(tensor.shape).to(tensor.dtype) for part, tensor in zip(there, tensors)]


def _tensors(values: EncoderInput | AttentionLayout) -> dict[str, Tensor]:
    """Those of its fields that are tensors."""
    named = {each.name: getattr(values, each.name) for each in fields(values)}
    return {name: value for name, value in named.items() if isinstance(value, Tensor)}


def _counted(counts: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """0, 1, ... as far as each count goes, one after the other."""
    ends = counts.cumsum()
    return np.arange(ends[-1]) - np.repeat(ends - counts, counts)


def _numbers(parts: Iterable[Iterable[int]]) -> npt.NDArray[np.int64]:
    """All numbers of all parts. numpy would look at every tuple of a list of tuples."""
    return np.fromiter(chain.from_iterable(parts), dtype=np.int64)


def encoder_input(
    sentences: Sequence[Sequence[Window]], subwords: Subwords, *, attention_window: int, styles: Sequence[int]
) -> EncoderInput:
    """The batch of these sentences, each given as its windows and its style."""
    windows = [window for sentence in sentences for window in sentence]
    sizes = np.array([len(window.pieces) for window in windows])
    longest = int(sizes.max())
    starts = longest - sizes if subwords.pads_left else np.zeros_like(sizes)
    columns = np.arange(longest)
    is_piece = (columns >= starts[:, None]) & (columns < (starts + sizes)[:, None])
    pieces = np.full((len(windows), longest), subwords.pad, dtype=np.int64)
    pieces[is_piece] = _numbers([window.pieces for window in windows])
    first_piece, last_piece = _places(windows, np.arange(len(windows)) * longest + starts)
    lengths = [sum([len(window.sizes) for window in sentence]) for sentence in sentences]
    return EncoderInput(
        pieces=torch.from_numpy(pieces),
        mask=torch.from_numpy(is_piece.astype(np.int64)),
        first_piece=torch.from_numpy(first_piece),
        last_piece=torch.from_numpy(last_piece),
        lengths=tuple(lengths),
        place=torch.from_numpy(_counted(np.array(lengths))),
        sentence=torch.from_numpy(np.repeat(np.arange(len(lengths)), lengths)),
        case=torch.from_numpy(_numbers([window.cases for window in windows])),
        style=torch.from_numpy(np.repeat(np.array(styles, dtype=np.int64), lengths)),
        layout=AttentionLayout.of(lengths, window=attention_window),
    )


def _places(
    windows: Sequence[Window], starts: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The first and the last piece of every word; `starts` is where each window begins."""
    sizes = _numbers([window.sizes for window in windows])
    counts = np.array([len(window.sizes) for window in windows])
    ends = sizes.cumsum()
    before = np.concatenate([[0], ends])[counts.cumsum() - counts]  # pieces of words taken from earlier windows
    following = ends + np.repeat(starts + [window.first for window in windows] - before, counts)
    return following - sizes, following - 1
