"""Words as an encoder's subwords. Each word is cut up by itself, so words and pieces can never drift apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, repeat
from typing import TYPE_CHECKING

from rightmost.encoding.letter_case import LetterCase, letter_case
from rightmost.errors import RightmostError

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase

#: Treebank spellings, and what encoders saw in their own training text.
PLAIN_SPELLINGS = {
    "``": "“",
    "''": "”",
    "-LRB-": "(",
    "-RRB-": ")",
    "-LSB-": "[",
    "-RSB-": "]",
    "-LCB-": "{",
    "-RCB-": "}",
}
MOST_PIECES = 32  # a word: a longer one keeps its first and its last
MOST_CHARACTERS = 1000  # likewise, before it is cut into pieces


@dataclass(frozen=True)
class Window:
    """A stretch of a sentence that the encoder reads at once, and the words whose features are taken from it."""

    pieces: tuple[int, ...]  # with the encoder's special tokens
    first: int  # where the first word taken from this window begins
    sizes: tuple[int, ...]  # how many pieces each word has that is taken from it
    cases: tuple[LetterCase, ...]  # of each of these words


class Subwords:
    """An encoder's tokenizer as a function from words to windows of pieces."""

    def __init__(self, tokenizer: PreTrainedTokenizerBase, *, limit: int) -> None:
        self.tokenizer = tokenizer
        self.pad: int = tokenizer.pad_token_id if tokenizer.pad_token_id is not None else 0
        self.pads_left: bool = tokenizer.padding_side == "left"
        if tokenizer.unk_token_id is None and tokenizer.pad_token_id is None:
            raise RightmostError("the encoder's tokenizer has neither an unknown nor a padding token")
        self._unknown: int = tokenizer.unk_token_id if tokenizer.unk_token_id is not None else self.pad
        self.mask: int = tokenizer.mask_token_id if tokenizer.mask_token_id is not None else self._unknown
        self.prefix, self.suffix = _special_tokens(tokenizer)
        self.special = frozenset({self.pad, *self.prefix, *self.suffix})
        self.room = limit - len(self.prefix) - len(self.suffix)  # pieces of words in one window
        if self.room < 2 * MOST_PIECES:
            raise RightmostError(
                f"the encoder reads only {limit} pieces at once; at least {2 * MOST_PIECES + 8} are needed"
            )
        self._known: dict[str, tuple[int, ...]] = {}

    def pieces(self, words: Sequence[str]) -> list[tuple[int, ...]]:
        """Each word's pieces, at least one."""
        known = self._known
        try:
            return list(map(known.__getitem__, words))
        except KeyError:
            if len(known) > 500_000:
                known = self._known = {}  # another thread may still look into the old one
            unknown = [word for word in dict.fromkeys(words) if word not in known]
            known.update(zip(unknown, self._cut(unknown)))
            return list(map(known.__getitem__, words))

    def _cut(self, words: Sequence[str]) -> list[tuple[int, ...]]:
        plain = [[_plain(word)] for word in words]
        cut = self.tokenizer(plain, is_split_into_words=True, add_special_tokens=False, verbose=False)["input_ids"]
        return [self._fitting(pieces) for pieces in cut]

    def _fitting(self, pieces: Sequence[int]) -> tuple[int, ...]:
        if len(pieces) > MOST_PIECES:
            return (*pieces[: MOST_PIECES // 2], *pieces[-MOST_PIECES // 2 :])
        return tuple(pieces) or (self._unknown,)

    def windows(self, words: Sequence[str], *, marks: int = 0) -> list[Window]:
        """The sentence in one window, or in several that overlap, each word taken from where it stands most inside.

        So many marks follow the last word. A mark is the encoder's mask: it stands for something that is not shown.
        """
        pieces = self.pieces(words)
        room = self.room - marks
        sizes, cases = tuple(map(len, pieces)), tuple([letter_case(PLAIN_SPELLINGS.get(word, word)) for word in words])
        if sum(sizes) <= room:
            return [self._window(pieces, len(self.prefix), sizes, cases, marks=marks)]
        starts = list(accumulate(sizes, initial=0))
        windows = []
        begin = taken = 0
        while taken < len(words):
            end = begin
            while end < len(words) and starts[end + 1] - starts[begin] <= room:
                end += 1
            following = end
            while following > begin + 1 and starts[end] - starts[following] < room // 2:
                following -= 1
            # What the next window repeats is shared out in the middle of the overlap.
            until = len(words) if end == len(words) else (following + end) // 2
            first = len(self.prefix) + starts[taken] - starts[begin]
            taken_sizes, taken_cases = sizes[taken:until], cases[taken:until]
            marked = marks if end == len(words) else 0
            windows.append(self._window(pieces[begin:end], first, taken_sizes, taken_cases, marks=marked))
            begin, taken = following, until
        return windows

    def _window(
        self,
        pieces: list[tuple[int, ...]],
        first: int,
        sizes: tuple[int, ...],
        cases: tuple[LetterCase, ...],
        *,
        marks: int,
    ) -> Window:
        body = chain(chain.from_iterable(pieces), repeat(self.mask, marks))
        return Window((*self.prefix, *body, *self.suffix), first, sizes, cases)


def _plain(word: str) -> str:
    if len(word) > MOST_CHARACTERS:
        word = word[: MOST_CHARACTERS // 2] + word[-MOST_CHARACTERS // 2 :]
    word = word.encode("utf-8", "replace").decode("utf-8")  # half a surrogate pair: no tokenizer takes it
    return PLAIN_SPELLINGS.get(word, word)


def _special_tokens(tokenizer: PreTrainedTokenizerBase) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What the tokenizer puts before and behind a sentence."""
    bare = tokenizer("a", add_special_tokens=False)["input_ids"]
    full = tokenizer("a", add_special_tokens=True)["input_ids"]
    for start in range(len(full) - len(bare) + 1):
        if full[start : start + len(bare)] == bare:
            return tuple(full[:start]), tuple(full[start + len(bare) :])
    raise RightmostError("the encoder's tokenizer changes words when it adds its special tokens; it cannot be used")
