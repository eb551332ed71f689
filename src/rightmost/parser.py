"""The parser as most people use it: load a model, give it words or text, get trees.

>>> import rightmost
>>> parser = rightmost.load("en")                                  # doctest: +SKIP
>>> str(parser.parse("Arthur is King of the Britons"))             # doctest: +SKIP
'(S (NP (NNP Arthur)) (VP (VBZ is) (NP (NP (NN King)) (PP (IN of) (NP (DT the) (NNPS Britons))))))'
"""

from __future__ import annotations

import reprlib
import threading
from collections.abc import Iterable, Iterator, Sequence, Sized
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from itertools import islice
from numbers import Integral
from pathlib import Path
from typing import Any, NoReturn, TypeAlias

import torch

from rightmost.decoding.constraints import Bracket, Constraints
from rightmost.decoding.look_ahead import parse_ahead
from rightmost.decoding.parse import parse_sentences
from rightmost.decoding.scored import Scored
from rightmost.decoding.stretch import check_look_ahead
from rightmost.decoding.systems import MEANS
from rightmost.decoding.tree_builder import TreeBuilder
from rightmost.engines import engine_for
from rightmost.errors import BadUsage, EmptySentence, RightmostError
from rightmost.limits import BATCH, FIRST_BATCH, KBEST_BEAM
from rightmost.model.int8 import in_int8
from rightmost.model.network import Network
from rightmost.modelfile.folder import load_model
from rightmost.modelfile.shipped import model_folder
from rightmost.progress_bar import bar
from rightmost.streaming.step import Step
from rightmost.streaming.stream import Stream, push_many
from rightmost.text.document import Document, Sentence, Word
from rightmost.text.sentences import Place, sentence_spans
from rightmost.text.words import slice_of, word_spans
from rightmost.trees.normalise import WRAPPER
from rightmost.trees.tree import Leaf, Tree

#: A text to be cut into words, or the words; `Leaf`s bring tags of their own, which stay.
Words: TypeAlias = str | Sequence[str] | Sequence[Leaf]

UNKNOWN_TAG = "XX"  # the treebank's own: of words that nobody has tagged, neither the user nor the model
DTYPES = ("auto", "float32", "bfloat16", "int8")


def load(name: str | Path = "en", *, device: str = "auto", dtype: str = "auto", style: str | None = None) -> Parser:
    """The parser with that model: the name of an installed one, or a folder. Nothing is ever fetched.

    `device`: auto (CUDA, else MPS, else the CPU), or as torch names it. `dtype`: auto (bfloat16 on CUDA, else
    float32, which gives the same trees on every machine), float32, bfloat16, or int8 (the encoder's linear layers, on
    the CPU: faster where it has instructions for it, at hardly any loss; so is bfloat16). `style`: of the annotation
    styles that the model can tell apart, the one to parse in; the model's own choice unless given.
    """
    where = _device(str(device))
    if dtype not in DTYPES:
        raise BadUsage(f"dtype {dtype!r}; allowed: {', '.join(DTYPES)}")
    if dtype == "auto":
        dtype = "bfloat16" if where.type == "cuda" else "float32"
    if dtype == "int8" and where.type != "cpu":
        raise BadUsage(f"dtype int8 runs on the CPU alone, not on {where}; give device cpu, or another dtype")
    network = load_model(model_folder(name), device=where)
    if style is not None:
        if style not in network.config.styles:
            raise BadUsage(f"style {style!r}; allowed with this model: {', '.join(network.config.styles) or 'none'}")
        network.style = style
    if dtype == "int8":
        in_int8(network.encoder)
    elif dtype == "bfloat16":
        network.to(torch.bfloat16)
    return Parser(network, device=where, dtype=dtype)


class Parser:
    """A loaded model. It may be used from several threads at once: they take turns with the network."""

    def __init__(self, network: Network, *, device: torch.device, dtype: str) -> None:
        self.network = network
        self.device = device
        self.dtype = dtype
        self._engine = engine_for(device)
        self._turn = threading.Lock()
        self.builder = TreeBuilder(network.vocabulary)

    def __reduce__(self) -> tuple[Any, ...]:
        """A deep copy, or what another process gets, has a network and turns of its own."""
        return _restored, (self.network, self.device, self.dtype)

    def __copy__(self) -> Parser:
        return self  # two parsers must not use one network at once

    def parse(
        self,
        words: Words,
        *,
        tags: Sequence[str] | None = None,
        beam: int = 1,
        require: Iterable[Bracket] = (),
        forbid: Iterable[Bracket] = (),
        look_ahead: int | None = None,
    ) -> Tree:
        """The best tree over one sentence: a text, which is cut into words, or a list of words, which are kept.

        `tags` are kept too, one a word. `require` and `forbid` are brackets (left, right, label) that the tree must
        and must not have; label None means any. With a `look_ahead` of k, the action of word i is taken when the words
        up to i + k are known, and nothing after them can change it; None: when the whole sentence is.
        """
        _check_beam(beam)
        check_look_ahead(look_ahead, self.network)
        leaves, tagged = _leaves(words, tags)
        constraints = Constraints.of(require, forbid)
        if look_ahead is not None:
            if constraints:
                raise BadUsage("require and forbid need the whole sentence; leave them or the look-ahead out")
            return self._best_ahead([leaves], beam=beam, keep_tags=tagged, look_ahead=look_ahead)[0][0].tree
        return self._best([leaves], beam=beam, keep_tags=tagged, constraints=[constraints])[0][0].tree

    def parse_kbest(self, words: Words, k: int = 5, *, beam: int | None = None) -> list[Scored]:
        """The `k` best trees, best first, or as many as there are; from a beam of at least `k`."""
        if k < 1:
            raise BadUsage(f"the best {k} trees; give a k of 1 or more")
        if beam is not None and beam < k:
            raise BadUsage(f"a beam of {beam} does not hold the best {k} trees; give a beam of {k} or more, or none")
        leaves, tagged = _leaves(words, None)
        return self._best([leaves], beam=beam or max(k, KBEST_BEAM), keep_tags=tagged, k=k)[0]

    def parse_many(
        self,
        sentences: Iterable[Words],
        *,
        beam: int = 1,
        progress: bool = False,
        batch: int = BATCH,
        look_ahead: int | None = None,
    ) -> Iterator[Tree]:
        """The best tree of each sentence, in their order. Takes in at most `batch` sentences at a time.

        `look_ahead` is that of `parse`.
        """
        scored = self.score_many(sentences, beam=beam, progress=progress, batch=batch, look_ahead=look_ahead)
        return (each.tree for each in scored)

    def score_many(
        self,
        sentences: Iterable[Words],
        *,
        beam: int = 1,
        progress: bool = False,
        batch: int = BATCH,
        look_ahead: int | None = None,
    ) -> Iterator[Scored]:
        """The best tree of each sentence with its log-probability; otherwise as `parse_many`."""
        _check_beam(beam)
        check_look_ahead(look_ahead, self.network)
        if batch < 1:
            raise BadUsage(f"{batch} sentences at a time; give a batch of 1 or more")
        if isinstance(sentences, str):
            raise BadUsage("one text where several sentences were expected; use parse for one, parse_text for a text")
        return self._score_many(sentences, beam=beam, progress=progress, batch=batch, look_ahead=look_ahead)

    def parse_text(
        self, text: str, *, beam: int = 1, progress: bool = False, look_ahead: int | None = None
    ) -> Document:
        """The text's sentences, with their trees and with the places of their words. `look_ahead`: see `parse`."""
        if not isinstance(text, str):
            raise RightmostError(f"a text is expected, not a {type(text).__name__}; for lists of words use parse_many")
        places = sentence_spans(text)
        if not places:
            raise EmptySentence("the text is empty: there is nothing to parse")
        words = [_words_at(text, start, end) for start, end in places]
        listed = [[word.text for word in each] for each in words]
        trees = self.parse_many(listed, beam=beam, progress=progress, look_ahead=look_ahead)
        sentences = [
            Sentence(text[start:end], start, end, words=each, tree=tree)
            for (start, end), each, tree in zip(places, words, trees)
        ]
        return Document(text, tuple(sentences))

    def stream(self, *, look_ahead: int = 0, beam: int = 1) -> Stream:
        """A sentence whose words arrive one by one, each placed when `look_ahead` words after it are known."""
        _check_beam(beam)
        check_look_ahead(look_ahead, self.network)
        if look_ahead is None:
            raise BadUsage("a stream has no end to wait for; give a look-ahead of 0 or more")
        return Stream(self, look_ahead=look_ahead, beam=beam)

    def push_many(self, streams: Sequence[Stream], words: Sequence[str]) -> list[Step]:
        """Pushes a word onto each of these streams of this parser: many sentences go on side by side."""
        if any(stream.ground is not self for stream in streams):
            raise BadUsage("a stream of another parser; push its words with that one")
        return push_many(streams, words)

    # -- underneath ---------------------------------------------------------------------------

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Within the block nobody else uses the network."""
        with self._turn, _current(self.device):
            yield

    def whole(self, leaves: Sequence[Leaf], *, beam: int) -> Tree:
        """The best tree of a sentence; its tags are the model's."""
        return self._best([leaves], beam=beam, keep_tags=False)[0][0].tree

    def _score_many(
        self, sentences: Iterable[Words], *, beam: int, progress: bool, batch: int, look_ahead: int | None
    ) -> Iterator[Scored]:
        waiting = _numbered_leaves(sentences)
        size = min(FIRST_BATCH, batch)
        total = len(sentences) if isinstance(sentences, Sized) else None
        with bar("parse", total=total, shown=progress) as advance:
            while True:
                taken, fault = _taken(waiting, size)
                for best, *_ in self._best_mixed(taken, beam, look_ahead):
                    yield best
                if fault is not None:
                    raise fault
                advance(len(taken))
                if len(taken) < size:
                    return
                size = min(2 * size, batch)

    def _best_mixed(
        self, sentences: Sequence[tuple[list[Leaf], bool]], beam: int, look_ahead: int | None
    ) -> list[list[Scored]]:
        """The best trees of sentences some of which bring their tags."""
        found: list[list[Scored]] = [[] for _ in sentences]
        for tagged in (False, True):
            numbers = [number for number, (_, has_tags) in enumerate(sentences) if has_tags is tagged]
            if numbers:
                chosen = [sentences[number][0] for number in numbers]
                trees = self._best_ahead(chosen, beam=beam, keep_tags=tagged, look_ahead=look_ahead)
                for number, best in zip(numbers, trees):
                    found[number] = best
        return found

    def _best_ahead(
        self, sentences: Sequence[Sequence[Leaf]], *, beam: int, keep_tags: bool, look_ahead: int | None
    ) -> list[list[Scored]]:
        """Each sentence's best trees with that look-ahead. What is seen to its end at once is parsed whole."""
        whole = [number for number, each in enumerate(sentences) if look_ahead is None or look_ahead >= len(each)]
        if len(whole) == len(sentences) or look_ahead is None:
            return self._best(sentences, beam=beam, keep_tags=keep_tags)
        found = dict(zip(whole, self._best([sentences[number] for number in whole], beam=beam, keep_tags=keep_tags)))
        others = [number for number in range(len(sentences)) if number not in found]
        with self._turn, _current(self.device):
            chosen = [sentences[number] for number in others]
            ahead = parse_ahead(self.network, chosen, look_ahead=look_ahead, beam=beam, keep_tags=keep_tags)
        found.update(zip(others, ahead))
        return [found[number] for number in range(len(sentences))]

    def _best(
        self,
        sentences: Sequence[Sequence[Leaf]],
        *,
        beam: int,
        keep_tags: bool,
        constraints: Sequence[Constraints] | None = None,
        k: int = 1,
    ) -> list[list[Scored]]:
        """Each sentence's best trees: the one place where the network is used."""
        with self._turn, _current(self.device):
            found = parse_sentences(
                self.network,
                sentences,
                engine=self._engine,
                beam=beam,
                keep_tags=keep_tags,
                constraints=constraints,
                k=k,
            )
            bare = self._bare(sentences, found)
            if bare:
                again = [sentences[number] for number in bare]
                rules = [_not_bare(constraints[number] if constraints else Constraints()) for number in bare]
                with suppress(RightmostError):  # the user's constraints leave no other tree
                    better = parse_sentences(
                        self.network,
                        again,
                        engine=self._engine,
                        beam=beam,
                        keep_tags=keep_tags,
                        constraints=rules,
                        k=k,
                    )
                    for number, trees in zip(bare, better):
                        found[number] = trees
            return found

    def _bare(self, sentences: Sequence[Sequence[Leaf]], found: Sequence[Sequence[Scored]]) -> list[int]:
        """The words alone, under nothing but a wrapper: treebanks have such trees, and models learn them."""
        others = set(self.network.vocabulary.labels) - {WRAPPER}
        if not others or not MEANS[self.network.decoder.system].constraints:  # it cannot be told what not to do
            return []
        alone = [number for number, words in enumerate(sentences) if len(words) == 1]
        return [number for number in alone if any(each.tree.label == WRAPPER for each in found[number])]


def _not_bare(constraints: Constraints) -> Constraints:
    return Constraints(constraints.require, (*constraints.forbid, (0, 1, WRAPPER)))


def _current(device: torch.device) -> AbstractContextManager[object]:
    """Streams and graphs are of the current device, whatever device the network is on."""
    return torch.cuda.device(device) if device.type == "cuda" else nullcontext()


def _restored(network: Network, device: torch.device, dtype: str) -> Parser:
    return Parser(network, device=device, dtype=dtype)


def _device(name: str) -> torch.device:
    here = ["cpu"]
    if torch.backends.mps.is_available():
        here.insert(0, "mps")
    if torch.cuda.is_available():
        here.insert(0, "cuda")
    if name == "auto":
        return torch.device(here[0])
    try:
        device = torch.device(name)
    except RuntimeError:
        raise BadUsage(f"device {name!r}; allowed here: auto, {', '.join(here)}") from None
    if device.type not in here or (device.type == "cuda" and (device.index or 0) >= torch.cuda.device_count()):
        raise BadUsage(f"device {name!r} is not there; allowed here: auto, {', '.join(here)}")
    return device


def _words_at(text: str, start: int, end: int) -> tuple[Word, ...]:
    places = [Place(start + first, start + last) for first, last in word_spans(text[start:end])]
    return tuple([Word(slice_of(text, place), *place) for place in places])


def _check_beam(beam: int) -> None:
    if not isinstance(beam, Integral) or beam < 1:  # numpy's too
        raise BadUsage(f"a beam of {beam!r}; give a whole number, 1 (greedy) or more")


def _numbered_leaves(sentences: Iterable[Words]) -> Iterator[tuple[list[Leaf], bool]]:
    for number, words in enumerate(sentences, start=1):
        try:
            yield _leaves(words, None)
        except RightmostError as error:
            raise type(error)(f"sentence {number}: {error}") from None


def _taken(
    waiting: Iterator[tuple[list[Leaf], bool]], size: int
) -> tuple[list[tuple[list[Leaf], bool]], RightmostError | None]:
    """The next sentences, and the fault that came before there were so many: what stands before it is parsed."""
    taken: list[tuple[list[Leaf], bool]] = []
    try:
        taken.extend(islice(waiting, size))
    except RightmostError as fault:
        return taken, fault
    return taken, None


def _leaves(sentence: Words, tags: Sequence[str] | None) -> tuple[list[Leaf], bool]:
    """The sentence's leaves, and whether they bring their tags."""
    words, own_tags = _words_and_tags(sentence)
    if tags is not None:
        own_tags = _listed(tags, "tag")
    if own_tags is None:
        return [Leaf(word, UNKNOWN_TAG) for word in words], False
    if len(own_tags) != len(words):
        raise RightmostError(f"{len(own_tags)} tags for {len(words)} words: give exactly one tag a word")
    return list(map(Leaf, words, own_tags)), True


def _words_and_tags(sentence: Words) -> tuple[list[str], list[str] | None]:
    if isinstance(sentence, str):
        words = [slice_of(sentence, place) for place in word_spans(sentence)]
        if not words:
            raise EmptySentence("the text is empty: there is nothing to parse")
        return words, None
    given: list[Any] = list(sentence) if isinstance(sentence, Iterable) else _refused(sentence, "word")
    if not given:
        raise EmptySentence("the list of words is empty: there is nothing to parse")
    if all(isinstance(item, Leaf) for item in given):
        return _listed([leaf.word for leaf in given], "word"), _listed([leaf.tag for leaf in given], "tag")
    return _listed(given, "word"), None


def _listed(values: Sequence[str], what: str) -> list[str]:
    """The values as a list, all of them strings."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        _refused(values, what)
    listed = list(values)
    for number, value in enumerate(listed, start=1):
        if not isinstance(value, str):
            raise RightmostError(
                f"{what} {number} is {reprlib.repr(value)}, of type {type(value).__name__}; allowed: a str"
            )
    return listed


def _refused(value: object, what: str) -> NoReturn:
    expected = "a text or a list of words" if what == "word" else f"a list of {what}s"
    raise RightmostError(f"{reprlib.repr(value)}, of type {type(value).__name__}, where {expected} was expected")
