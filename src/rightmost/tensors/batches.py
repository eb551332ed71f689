"""Sentences side by side, as the encoder takes them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from rightmost.tensors.subwords import Subwords, Window


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

        def moved(tensor: Tensor) -> Tensor:
            # From other memory a GPU would be waited for.
            return (tensor.pin_memory() if device.type == "cuda" else tensor).to(device, non_blocking=True)

        layout = replace(
            self.layout,
            words=moved(self.layout.words),
            mask=moved(self.layout.mask),
            taken_from=moved(self.layout.taken_from),
        )
        return replace(
            self,
            pieces=moved(self.pieces),
            mask=moved(self.mask),
            first_piece=moved(self.first_piece),
            last_piece=moved(self.last_piece),
            place=moved(self.place),
            sentence=moved(self.sentence),
            case=moved(self.case),
            style=moved(self.style),
            layout=layout,
        )


@dataclass(frozen=True)
class AttentionLayout:
    """Which words attend to one another: rows of words, a sentence or a window of a long one each."""

    words: Tensor  # (rows, length) numbers of words, 0 behind the end
    mask: Tensor  # (rows, length) bool: a word is here
    taken_from: Tensor  # (words,) in the flattened rows, where each word's result is taken from
    sentences: int

    def spread(self, features: Tensor) -> Tensor:  # (words, ...) -> (rows, length, ...)
        """The words' features laid out in rows; what stands behind the end of a row is masked, whatever it is."""
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
        rows: list[tuple[int, int]] = []  # first word and length
        taken: list[np.ndarray] = []
        start = 0
        width = min(window, max(lengths))
        for length in lengths:
            step = window // 2
            begins = list(range(0, max(length - step, 1), step)) if length > window else [0]
            for begin in begins:
                end = min(begin + window, length)
                # A word is taken from the middle of a window, but for the sentence's own first and last words.
                first = 0 if begin == 0 else begin + step // 2
                until = length if begin == begins[-1] else begin + step + step // 2
                taken.append(len(rows) * width + np.arange(first, until) - begin)
                rows.append((start + begin, end - begin))
            start += length
        first_words, row_lengths = np.array(rows).T
        places = np.arange(width)
        mask = places < row_lengths[:, None]
        words = np.where(mask, first_words[:, None] + places, 0)
        return cls(
            torch.from_numpy(words), torch.from_numpy(mask), torch.from_numpy(np.concatenate(taken)), len(lengths)
        )


def _numbers(parts: Iterable[Iterable[int]]) -> npt.NDArray[np.int64]:
    """All numbers of all parts. numpy would look at every tuple of a list of tuples."""
    return np.fromiter(chain.from_iterable(parts), dtype=np.int64)


def encoder_input(
    sentences: Sequence[Sequence[Window]], subwords: Subwords, *, attention_window: int, styles: Sequence[int]
) -> EncoderInput:
    """The batch of these sentences, each given as its windows and its style."""
    windows = [window for sentence in sentences for window in sentence]
    longest = max(len(window.pieces) for window in windows)
    sizes = np.array([len(window.pieces) for window in windows])
    starts = longest - sizes if subwords.pads_left else np.zeros_like(sizes)
    columns = np.arange(longest)
    is_piece = (columns >= starts[:, None]) & (columns < (starts + sizes)[:, None])
    pieces = np.full((len(windows), longest), subwords.pad, dtype=np.int64)
    pieces[is_piece] = _numbers([window.pieces for window in windows])
    counts = [len(window.places) for window in windows]
    offsets = np.repeat(np.arange(len(windows)) * longest + starts, counts)
    places = _numbers([chain.from_iterable(window.places) for window in windows]).reshape(-1, 2) + offsets[:, None]
    lengths = tuple(sum(len(window.places) for window in sentence) for sentence in sentences)
    return EncoderInput(
        pieces=torch.from_numpy(pieces),
        mask=torch.from_numpy(is_piece.astype(np.int64)),
        first_piece=torch.from_numpy(places[:, 0].copy()),
        last_piece=torch.from_numpy(places[:, 1].copy()),
        lengths=lengths,
        place=torch.from_numpy(_numbers(map(range, lengths))),
        sentence=torch.from_numpy(np.repeat(np.arange(len(lengths)), lengths)),
        case=torch.from_numpy(_numbers([window.cases for window in windows])),
        style=torch.from_numpy(np.repeat(np.array(styles, dtype=np.int64), lengths)),
        layout=AttentionLayout.of(lengths, window=attention_window),
    )
