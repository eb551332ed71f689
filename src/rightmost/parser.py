"""The parser as most people use it: load a model, give it words or text, get trees.

>>> import rightmost
>>> parser = rightmost.load("en")                                  # doctest: +SKIP
>>> str(parser.parse("Arthur is King of the Britons"))             # doctest: +SKIP
'(S (NP (NNP Arthur)) (VP (VBZ is) (NP (NP (NN King)) (PP (IN of) (NP (DT the) (NNPS Britons))))))'
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence, Sized
from contextlib import contextmanager, suppress
from functools import cached_property, partial
from pathlib import Path
from typing import Any, overload

import torch

from rightmost.arguments import checked, listed, short, strings
from rightmost.decoding.bare_words import bare_words, not_bare
from rightmost.decoding.constraints import Bracket, Constraints
from rightmost.decoding.look_ahead import parse_ahead
from rightmost.decoding.parse import parse_sentences
from rightmost.decoding.scored import Scored
from rightmost.decoding.stretch import check_look_ahead
from rightmost.decoding.tree_builder import TreeBuilder
from rightmost.device import chosen_device, chosen_dtype, current
from rightmost.engine_choice import engine_for
from rightmost.errors import BadUsage, ModelError, RightmostError
from rightmost.fork import Turn
from rightmost.limits import BATCH
from rightmost.model.int8 import in_int8
from rightmost.model.network import Network
from rightmost.modelfile.folder import load_model
from rightmost.modelfile.info import ModelInfo
from rightmost.modelfile.shipped import about_model, model_folder
from rightmost.parser_batches import Best, parsed_in_batches, some_whole
from rightmost.parser_input import (
    OnEmpty,
    SentenceReader,
    beam_for,
    checked_beam,
    checked_sentences,
    constraints_given,
)
from rightmost.parser_input import Words as Words
from rightmost.streaming.stream import Stream, push_many
from rightmost.streaming.word_step import Step
from rightmost.text.document import Document, Sentence
from rightmost.text.languages import LANGUAGES, CutSentence, cut
from rightmost.text.lines import LineEnds
from rightmost.trees.tree import Leaf, Tree

NO_TREE = "the model finds no tree: its weights make scores that are no numbers; get it again"


def load(name: str | Path = "en", *, device: str = "auto", dtype: str = "auto", style: str | None = None) -> Parser:
    """The parser with that model: the name of an installed one, or a folder. Nothing is ever fetched.

    `device`: auto (CUDA, else MPS, else the CPU), or as torch names it. `dtype`: auto (bfloat16 on CUDA, else
    float32, which gives the same trees on every machine), float32, bfloat16, or int8 (the encoder's linear layers, on
    the CPU: faster where it has instructions for it, at hardly any loss; so is bfloat16). `style`: of the annotation
    styles that the model can tell apart, the one to parse in; the model's own choice unless given.
    """
    where = chosen_device(device)
    numbers = chosen_dtype(dtype, where)
    folder = model_folder(name)
    network = load_model(folder, device=where)
    if style is not None:
        styles = network.config.styles
        if not isinstance(style, str) or style not in styles:
            raise BadUsage(f"style {short(style)}; allowed with this model: {', '.join(styles) or 'none'}")
        network.style = style
    if numbers == "int8":
        in_int8(network.encoder)
    elif numbers == "bfloat16":
        network.to(torch.bfloat16)
    licence = about_model(folder).get("licence")
    return Parser(
        network,
        device=where,
        dtype=numbers,
        name=str(name),
        licence=licence if isinstance(licence, str) else None,
    )


class Parser:
    """A loaded model. It is thread-safe (calls are serialised), can be pickled, and works after a fork.

    In a process made by `fork` torch has one thread from then on: its others do not survive. A parser on a GPU cannot
    be used there, and says so.
    """

    def __init__(
        self,
        network: Network,
        *,
        device: torch.device,
        dtype: str,
        name: str | None = None,
        licence: str | None = None,
    ) -> None:
        self.network: Network = checked(network, Network, "a network (rightmost.load gives a parser)")
        self.device: torch.device = checked(device, torch.device, "a torch.device")
        self.dtype = dtype
        self._name = name
        self._licence = licence
        self._engine = engine_for(device)
        self._turn = Turn(device)
        config = network.config
        self.builder = TreeBuilder(network.vocabulary)
        self._reader = SentenceReader(LANGUAGES[config.text].words, needs_tags=config.gold_tags)

    def __reduce__(self) -> tuple[Any, ...]:
        """A deep copy, or what another process gets, has a network and turns of its own.

        The network crosses as bytes: multiprocessing would send each tensor by an open file, and runs out of them.
        """
        content = io.BytesIO()
        torch.save(self.network, content)
        return _restored, (content.getvalue(), self.device, self.dtype, self._name, self._licence)

    def __copy__(self) -> Parser:
        return self  # two parsers must not use one network at once

    def __repr__(self) -> str:
        info = self.info
        kinds = f"{len(info.labels)} labels, {len(info.tags)} tags, styles: {', '.join(info.styles) or 'none'}"
        return f"<Parser {info.name or 'without a name'} on {info.device} in {info.dtype}; {kinds}>"

    @cached_property
    def info(self) -> ModelInfo:
        """The model's name, labels, tags, styles and licence, and where it runs."""
        return ModelInfo.of(
            self.network.config.model_dump() | {"style": self.network.style},
            self.network.vocabulary,
            name=self._name,
            licence=self._licence,
            device=str(self.device),
            dtype=self.dtype,
        )

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

        An empty string in a list is a word like any other. `tags` are kept too, one a word. `require` and `forbid` are
        brackets (left, right, label) that the tree must and must not have; label None means any. With a `look_ahead`
        of k, the action of word i is taken when the words up to i + k are known, and nothing after them can change it;
        None: when the whole sentence is.
        """
        check_look_ahead(look_ahead, self.network)
        if look_ahead is not None:
            if Constraints.of(require, forbid):
                raise BadUsage("require and forbid need the whole sentence; leave them or the look-ahead out")
            leaves, tagged = self._reader.one(words, tags, beam=checked_beam(beam))
            return self._best_ahead([leaves], beam=beam, keep_tags=tagged, look_ahead=look_ahead)[0][0].tree
        return self._one(words, tags, beam=checked_beam(beam), require=require, forbid=forbid)[0].tree

    def parse_kbest(
        self,
        words: Words,
        k: int = 5,
        *,
        beam: int | None = None,
        tags: Sequence[str] | None = None,
        require: Iterable[Bracket] = (),
        forbid: Iterable[Bracket] = (),
    ) -> list[Scored]:
        """The `k` best trees, best first, or as many as there are; from a beam of at least `k`. Else as `parse`."""
        return self._one(words, tags, beam=beam_for(k, beam), k=k, require=require, forbid=forbid)

    @overload
    def parse_many(
        self,
        sentences: Iterable[Words],
        *,
        beam: int = 1,
        progress: bool = False,
        batch: int = BATCH,
        look_ahead: int | None = None,
    ) -> Iterator[Tree]: ...

    @overload
    def parse_many(
        self,
        sentences: Iterable[Words],
        *,
        beam: int = 1,
        progress: bool = False,
        batch: int = BATCH,
        on_empty: OnEmpty,
        look_ahead: int | None = None,
    ) -> Iterator[Tree | None]: ...

    def parse_many(
        self,
        sentences: Iterable[Words],
        *,
        beam: int = 1,
        progress: bool = False,
        batch: int = BATCH,
        on_empty: OnEmpty = "raise",
        look_ahead: int | None = None,
    ) -> Iterator[Tree | None]:
        """The best tree of each sentence, in their order. Takes in at most `batch` sentences at a time.

        A sentence without words raises EmptySentence once those before it are given out; with `on_empty="none"` it
        gives None, and the others go on. `look_ahead` is that of `parse`.
        """
        many = self.score_many(
            sentences, beam=beam, progress=progress, batch=batch, on_empty=on_empty, look_ahead=look_ahead
        )
        return (None if each is None else each.tree for each in many)

    @overload
    def score_many(
        self,
        sentences: Iterable[Words],
        *,
        beam: int = 1,
        progress: bool = False,
        batch: int = BATCH,
        look_ahead: int | None = None,
    ) -> Iterator[Scored]: ...

    @overload
    def score_many(
        self,
        sentences: Iterable[Words],
        *,
        beam: int = 1,
        progress: bool = False,
        batch: int = BATCH,
        on_empty: OnEmpty,
        look_ahead: int | None = None,
    ) -> Iterator[Scored | None]: ...

    def score_many(
        self,
        sentences: Iterable[Words],
        *,
        beam: int = 1,
        progress: bool = False,
        batch: int = BATCH,
        on_empty: OnEmpty = "raise",
        look_ahead: int | None = None,
    ) -> Iterator[Scored | None]:
        """The best tree of each sentence with its log-probability; otherwise as `parse_many`."""
        checked_sentences(sentences, batch=batch, on_empty=on_empty)
        check_look_ahead(look_ahead, self.network)
        best_ahead = partial(self._best_ahead, beam=checked_beam(beam), look_ahead=look_ahead)
        many = self._many(sentences, best_ahead, beam=beam, progress=progress, batch=batch, on_empty=on_empty)
        return (best[0] if best else None for best in many)

    def kbest_many(
        self,
        sentences: Iterable[Words],
        k: int = 5,
        *,
        beam: int | None = None,
        progress: bool = False,
        batch: int = BATCH,
        on_empty: OnEmpty = "raise",
    ) -> Iterator[list[Scored]]:
        """The `k` best trees of each sentence, best first; otherwise as `parse_many`, with [] in place of None."""
        checked_sentences(sentences, batch=batch, on_empty=on_empty)
        size = beam_for(k, beam)
        best = partial(self._best, beam=size, k=k)
        return self._many(sentences, best, beam=size, progress=progress, batch=batch, on_empty=on_empty)

    def parse_text(
        self,
        text: str,
        *,
        line_ends: LineEnds = "join",
        boundaries: Iterable[tuple[int, int]] | None = None,
        beam: int = 1,
        progress: bool = False,
        look_ahead: int | None = None,
    ) -> Document:
        """The text's sentences, with their trees and with the places of their words; none for a text without words.

        An empty line ends a sentence. `line_ends`: join (other line ends are spaces where the text goes on; what
        begins or has a form of its own, as headings, list items and rows of tables, stays by itself) or keep (each
        ends a sentence); docs/text.md has the rule. `boundaries`: sentences of your own, (start, end) each, in order.
        `look_ahead` is that of `parse`.
        """
        sentences = list(self.cut(text, line_ends=line_ends, boundaries=boundaries))
        listed = [[word.text for word in each.words] for each in sentences]
        trees = self.parse_many(listed, beam=beam, progress=progress, look_ahead=look_ahead)
        return Document(
            text,
            tuple(
                [
                    Sentence(text[start:end], start, end, words, tree)
                    for ((start, end), words), tree in zip(sentences, trees)
                ]
            ),
        )

    def cut(
        self,
        text: str,
        *,
        line_ends: LineEnds = "join",
        boundaries: Iterable[tuple[int, int]] | None = None,
    ) -> Iterator[CutSentence]:
        """The text's sentences and words, as `parse_text` finds them, by the rules of the model's language."""
        if not isinstance(text, str):
            raise RightmostError(f"a text is expected, not a {type(text).__name__}; for lists of words use parse_many")
        return cut(text, self.network.config.text, line_ends=line_ends, boundaries=boundaries)

    def stream(self, *, look_ahead: int = 0, beam: int = 1) -> Stream:
        """A sentence whose words arrive one by one, each placed when `look_ahead` words after it are known."""
        check_look_ahead(look_ahead, self.network)
        if look_ahead is None:
            raise BadUsage("a stream has no end to wait for; give a look-ahead of 0 or more")
        return Stream(self, look_ahead=int(look_ahead), beam=checked_beam(beam))

    def push_many(self, streams: Sequence[Stream], words: Sequence[str]) -> list[Step]:
        """Pushes a word onto each of these streams of this parser: many sentences go on side by side."""
        given = listed(streams, "a list of streams")
        for stream in given:
            if checked(stream, Stream, "a stream (parser.stream gives one)").ground is not self:
                raise BadUsage("a stream of another parser; push its words with that one")
        return push_many(given, strings(words, "word", expected="a list of words, one a stream,"))

    # -- underneath ---------------------------------------------------------------------------

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Within the block nobody else uses the network."""
        with self._turn.taken(), current(self.device):
            yield

    def whole(self, leaves: Sequence[Leaf], *, beam: int) -> Tree:
        """The best tree of a sentence; its tags are the model's."""
        return self._best([leaves], beam=beam, keep_tags=False)[0][0].tree

    def _one(
        self,
        words: Words,
        tags: Sequence[str] | None,
        *,
        beam: int,
        require: Iterable[Bracket],
        forbid: Iterable[Bracket],
        k: int = 1,
    ) -> list[Scored]:
        constraints = constraints_given(require, forbid, labels=self.info.labels)
        leaves, tagged = self._reader.one(words, tags, beam=beam)
        return self._best([leaves], beam=beam, keep_tags=tagged, constraints=[constraints], k=k)[0]

    def _many(
        self,
        sentences: Iterable[Words],
        best: Best,
        *,
        beam: int,
        progress: bool,
        batch: int,
        on_empty: OnEmpty,
    ) -> Iterator[list[Scored]]:
        """Each sentence's best trees; none for one without words."""
        given = self._reader.many(sentences, beam=beam, on_empty=on_empty)
        total = len(sentences) if isinstance(sentences, Sized) else None
        return parsed_in_batches(given, best, batch=batch, total=total, progress=progress)

    def _best_ahead(
        self, sentences: Sequence[Sequence[Leaf]], *, beam: int, keep_tags: bool, look_ahead: int | None
    ) -> list[list[Scored]]:
        """Each sentence's best tree with that look-ahead. What is seen to its end at once is parsed whole."""
        whole = partial(self._best, beam=beam)
        if look_ahead is None:
            return whole(sentences, keep_tags=keep_tags)
        ahead = partial(self._searched_ahead, beam=beam, look_ahead=int(look_ahead))
        is_whole = [look_ahead >= len(each) for each in sentences]
        return some_whole(sentences, is_whole, whole, ahead, keep_tags=keep_tags)

    def _searched_ahead(
        self, sentences: Sequence[Sequence[Leaf]], *, beam: int, keep_tags: bool, look_ahead: int
    ) -> list[list[Scored]]:
        with self.turn():
            found = parse_ahead(self.network, sentences, look_ahead=look_ahead, beam=beam, keep_tags=keep_tags)
        if not all(found):
            raise ModelError(NO_TREE)
        return found

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
        with self.turn():
            found = parse_sentences(
                self.network,
                sentences,
                engine=self._engine,
                beam=beam,
                keep_tags=keep_tags,
                constraints=constraints,
                k=k,
            )
            if not all(found):
                raise ModelError(NO_TREE)
            bare = bare_words(self.network, sentences, found)
            if bare:
                again = [sentences[number] for number in bare]
                rules = [not_bare(constraints[number] if constraints else Constraints()) for number in bare]
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


def _restored(network: bytes, device: torch.device, dtype: str, name: str | None, licence: str | None) -> Parser:
    # As far to be trusted as the pickle that these bytes come in.
    whole = torch.load(io.BytesIO(network), weights_only=False)
    return Parser(whole, device=device, dtype=dtype, name=name, licence=licence)
