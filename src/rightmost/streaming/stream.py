"""Words pushed one at a time, and the tree after each.

>>> import rightmost
>>> with rightmost.load("en").stream() as stream:                  # doctest: +SKIP
...     for word in "Arthur is King of the Britons".split():
...         print(*stream.push(word).actions)
attach(0,NP)
juxtapose(0,VP,S)
attach(1,NP)
juxtapose(2,PP,NP)
attach(3,NP)
attach(4,None)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

import torch
from torch import Tensor

from rightmost.decoding.look_ahead import policy_for
from rightmost.decoding.stretch import Stretch, encoded
from rightmost.decoding.tree_builder import TreeBuilder
from rightmost.errors import BadUsage, EmptySentence, RightmostError
from rightmost.model.history import Numbers
from rightmost.model.network import Network
from rightmost.streaming.choice import Choice, Triple
from rightmost.streaming.growing import Growing
from rightmost.streaming.measures import chain_length_before, measures_of
from rightmost.streaming.typed import ended_words
from rightmost.streaming.word_step import Alternative, Step
from rightmost.text.languages import LANGUAGES
from rightmost.text.tags import put_right
from rightmost.transitions.action import Action
from rightmost.trees.tree import Leaf, Tree

ALTERNATIVES = 3  # of each step
UNTAGGED = "XX"  # the treebank's own tag of words that nobody has tagged


class Ground(Protocol):
    """The parser under a stream: its network, which is used in turns, and its way to parse a whole sentence."""

    network: Network
    builder: TreeBuilder

    def turn(self) -> AbstractContextManager[object]:
        """Within the block nobody else uses the network."""

    def whole(self, leaves: Sequence[Leaf], *, beam: int) -> Tree:
        """The best tree of a sentence that is known to its end. Takes a turn of its own."""


class Stream:
    """A sentence whose words arrive one by one. Made by `Parser.stream`. Used by one thread at a time.

    Word i is placed when the words up to i + k are known, k being the look-ahead. A word further back than the last
    `WORDS_ENCODED` keeps the features it had. Those words and what can still be seen of the tree are all that is
    kept for placing words; besides, each word and what was done for it, some hundred bytes, so that it can be undone.
    """

    def __init__(self, ground: Ground, *, look_ahead: int, beam: int) -> None:
        self.ground, self.look_ahead, self.beam = ground, look_ahead, beam
        self._growing = Growing(ground.network, policy_for(beam), look_ahead=look_ahead)
        self._cut = LANGUAGES[ground.network.config.text].words
        self._leaves: list[Leaf] = []
        self._best: Numbers = self._growing.best()
        self._text = ""  # typed, of words that have not ended
        self._tree: Tree | None = None
        self._closed = False
        self.closing: tuple[Step, ...] = ()  # the steps that `finish` took, of the last words

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, *error: object) -> None:
        self._closed = True
        self._growing = Growing(self.ground.network, policy_for(self.beam), look_ahead=self.look_ahead)

    @property
    def words(self) -> tuple[str, ...]:
        """The words pushed so far, placed or waiting to be."""
        return tuple([leaf.word for leaf in self._leaves])

    @property
    def typed(self) -> str:
        """What has been typed of a word that has not ended."""
        return self._text.strip()

    def push(self, word: str) -> Step:
        """Makes the next word known: what is done, now that it is."""
        return push_many([self], [word])[0]

    def type(self, characters: str) -> tuple[Step, ...]:
        """Takes raw characters: a step for each word that has ended. Words are cut as in a text.

        A word ends before white space, or with its mark of punctuation; after a full stop, when it is known what
        follows, since it may be an abbreviation's.
        """
        self.check_open()
        if not isinstance(characters, str):
            raise RightmostError(f"characters are expected, not a {type(characters).__name__}")
        words, self._text = ended_words(self._text + characters, cut=self._cut)
        return tuple([self.push(word) for word in words])

    def finish(self) -> Tree:
        """The sentence is over: its tree. After that nothing can be pushed or undone."""
        if self._tree is not None:
            return self._tree
        self.check_open()
        words, self._text = ended_words(self._text, over=True, cut=self._cut)
        for word in words:
            self.push(word)
        if not self._leaves:
            raise EmptySentence("no word was pushed: there is nothing to parse")
        if self.look_ahead >= len(self._leaves):
            self._tree = self.ground.whole(self._leaves, beam=self.beam)
        else:
            self.closing = tuple([advanced([self])[0] for _ in range(self.look_ahead)])
            self._tree = self._built(self._best, self._tags())()
        self._closed = True
        return self._tree

    def undo(self) -> None:
        """Takes the last word back, exactly: what is typed of one that has not ended, else the last one pushed."""
        self.check_open()
        if self._text.strip():
            self._text = ""
            return
        if not self._leaves:
            raise BadUsage("there is no word to take back; push one first")
        self.unlearn()

    def copy(self) -> Stream:
        """The same stream at this moment; each goes on without the other."""
        other = Stream(self.ground, look_ahead=self.look_ahead, beam=self.beam)
        with self.ground.turn(), torch.inference_mode():
            other._growing = self._growing.copied()
        other._leaves, other._best, other._text = [*self._leaves], self._best, self._text
        other._tree, other._closed, other.closing = self._tree, self._closed, self.closing
        return other

    # -- underneath ---------------------------------------------------------------------------

    def check_open(self) -> None:
        """Raises BadUsage after the end."""
        if self._closed:
            raise BadUsage("this stream is over; open another for the next sentence")

    def learn(self, word: str) -> None:
        """Makes a word known, and does nothing about it."""
        self._leaves.append(Leaf(word, UNTAGGED))

    def unlearn(self) -> None:
        """Forgets the last word known, and what was done about it, if anything was."""
        self._leaves.pop()
        with self.ground.turn(), torch.inference_mode():
            if len(self._growing) > max(0, len(self._leaves) - self.look_ahead):
                self._growing.take_back()
            self._best = self._growing.best().copy()

    def due(self) -> bool:
        """Whether a word is to be placed: enough words after it are known, or the sentence is over."""
        return len(self._growing) + self.look_ahead < len(self._leaves)

    def wanted(self) -> tuple[Sequence[Leaf], Stretch]:
        """What must be encoded to place the next word."""
        return self._leaves, self._growing.stretch(known=len(self._leaves))

    def place(self, features: Tensor) -> Step:
        """Places the next word, by the features of what was wanted."""
        scores, tree = self._growing.place(self._leaves, features)
        before, self._best = self._best, self._growing.best().copy()
        placed = len(before)
        action = _triple(self._best[-1])
        chain_length = chain_length_before(self._best, placed)
        choice = Choice.of(scores, tree, action, most=ALTERNATIVES)
        changed = (before != self._best[:placed]).any(axis=1)
        tags = self._tags()
        return Step(
            word=self._leaves[placed].word,
            position=placed,
            actions=(self._named(action),),
            tags=tags,
            measures=measures_of(action, choice, chain_length=chain_length),
            alternatives=tuple([Alternative(self._named(each), share) for each, share in choice.best]),
            revised_from=int(changed.argmax()) if changed.any() else None,
            built=self._built(self._best, tags),
        )

    def standing(self) -> Step:
        """The step at which no word is placed yet."""
        return Step(None, None, (), (), {}, (), None, built=lambda: None)

    def _named(self, action: Triple) -> Action:
        label = self.ground.network.vocabulary.label
        return Action(action[0], label(action[1]), label(action[2]))

    def _tags(self) -> tuple[str, ...]:
        names = self.ground.network.vocabulary.tags
        own = [names[number] for number in self._growing.tags]
        tags = tuple(put_right(self.words[: len(own)], own, known=names))
        return tags or (UNTAGGED,) * len(self._best)

    def _built(self, actions: Numbers, tags: tuple[str, ...]) -> Callable[[], Tree]:
        words, builder = self.words[: len(actions)], self.ground.builder
        return lambda: builder.trees(actions, list(zip(words, tags)), [len(words)])[0]


def push_many(streams: Sequence[Stream], words: Sequence[str]) -> list[Step]:
    """Pushes a word onto each of the streams, which stand on one parser; what must be encoded is encoded together."""
    if len(streams) != len(words):
        raise BadUsage(f"{len(words)} words for {len(streams)} streams; give one word a stream")
    if len({id(stream) for stream in streams}) < len(streams):
        raise BadUsage("one stream is given twice; push its words one after the other")
    for stream, word in zip(streams, words):
        stream.check_open()
        _check_word(word)
    for stream, word in zip(streams, words):
        stream.learn(word)
    due = [stream for stream in streams if stream.due()]
    try:
        steps = dict(zip(map(id, due), advanced(due)))
    except BaseException:
        for stream in streams:
            stream.unlearn()
        raise
    return [steps.get(id(stream)) or stream.standing() for stream in streams]


def advanced(streams: Sequence[Stream]) -> list[Step]:
    """Places the next word of each of the streams."""
    if not streams:
        return []
    ground = streams[0].ground
    with ground.turn(), torch.inference_mode():
        features = encoded(ground.network, [stream.wanted() for stream in streams])
        return [stream.place(each) for stream, each in zip(streams, features)]


def _triple(numbers: Numbers) -> Triple:
    target, parent, new = numbers.tolist()
    return target, parent, new


def _check_word(word: str) -> None:
    if not isinstance(word, str):
        raise RightmostError(f"a word is expected, not a {type(word).__name__}")
    if not word.strip():
        raise BadUsage(f"{word!r} is no word; push one that has a character other than white space")
