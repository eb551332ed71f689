"""What is encoded of a sentence when a word is placed that is not the last one to come, and how it is encoded.

With a look-ahead of k, word i is placed when the words up to i + k are known. The sentence's end counts as one more
thing to be seen: it is known from word n - k on, n being the number of words. So what is encoded depends on nothing
that comes later.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from numbers import Integral

import torch
from torch import Tensor

from rightmost.arguments import short
from rightmost.decoding.parse import batches_of
from rightmost.decoding.systems import MEANS
from rightmost.encoding.subwords import Window
from rightmost.errors import BadUsage
from rightmost.limits import PIECES_AT_ONCE, WORDS_ENCODED
from rightmost.model.network import Network
from rightmost.trees.tree import Leaf


@dataclass(frozen=True)
class Stretch:
    """The words of a sentence that are encoded together, and whether the sentence is known to end with them."""

    start: int
    stop: int
    finished: bool

    @classmethod
    def of(cls, word: int, *, known: int, look_ahead: int) -> Stretch:
        """For placing that word. `known` is the length of the sentence, or what is known of it.

        >>> Stretch.of(4, known=6, look_ahead=1), Stretch.of(5, known=6, look_ahead=1)
        (Stretch(start=0, stop=6, finished=False), Stretch(start=0, stop=6, finished=True))
        """
        start = max(0, word + 1 - WORDS_ENCODED)
        return cls(start, min(word + look_ahead + 1, known), finished=word + look_ahead >= known)


def check_look_ahead(look_ahead: int | None, network: Network) -> None:
    """Raises BadUsage unless the model can parse with it. None is the whole sentence."""
    if look_ahead is None:
        return
    if not isinstance(look_ahead, Integral) or isinstance(look_ahead, bool) or look_ahead < 0:
        raise BadUsage(
            f"a look-ahead of {short(look_ahead)}; give a whole number, 0 or more, or None for whole sentences"
        )
    system = network.decoder.system
    if not MEANS[system].look_ahead:
        raise BadUsage(f"this model's {system.value} decoder reads whole sentences only; leave the look-ahead out")


def encoded(network: Network, asked: Sequence[tuple[Sequence[Leaf], Stretch]]) -> list[Tensor]:
    """The features of each stretch's words. (words, width)

    A stretch that is asked for alone is encoded alone, so its features depend on nothing else, to the last bit. On a
    CPU no row of pieces is padded.
    """
    words = [[leaf.word for leaf in leaves[part.start : part.stop]] for leaves, part in asked]
    windows = [network.windows(each, finished=part.finished) for each, (_, part) in zip(words, asked)]
    features: dict[int, Tensor] = {}
    for batch in _passes(windows, on_cpu=network.encoder.position_table.device.type == "cpu"):
        chosen = [asked[number] for number in batch]
        found = _pass(network, chosen, [windows[number] for number in batch])
        features.update(zip(batch, found.split([part.stop - part.start for _, part in chosen])))
    return [features[number] for number in range(len(asked))]


def _passes(windows: Sequence[Sequence[Window]], *, on_cpu: bool) -> Iterator[list[int]]:
    """The numbers of the stretches that go through the encoder at once."""

    def size(number: int) -> int:
        return max(len(window.pieces) for window in windows[number])

    order = sorted(range(len(windows)), key=size)
    for _, alike in groupby(order, key=lambda number: on_cpu and size(number)):
        numbers = list(alike)
        for batch in batches_of([windows[number] for number in numbers], pieces=PIECES_AT_ONCE):
            yield [numbers[place] for place in batch]


def _pass(
    network: Network, asked: Sequence[tuple[Sequence[Leaf], Stretch]], windows: Sequence[Sequence[Window]]
) -> Tensor:
    device = network.encoder.position_table.device
    batch = network.input_of(windows)
    if any(part.start for _, part in asked):  # words keep their places in the sentence
        starts = torch.tensor([part.start for _, part in asked])
        batch = replace(batch, place=batch.place + starts[batch.sentence])
    tags = None
    if network.config.gold_tags:
        number = network.vocabulary.tag_number
        given = [leaf.tag for leaves, part in asked for leaf in leaves[part.start : part.stop]]
        tags = torch.tensor([number(tag) for tag in given], device=device)
    return network.encode(batch.to(device), tags)
