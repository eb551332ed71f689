"""What a parser is given: sentences as text, words or leaves; beams; brackets that a tree must or must not have."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import repeat
from typing import Any, Literal, NamedTuple, TypeAlias

from rightmost.arguments import in_order, listed, refuse, shown, strings, whole_number
from rightmost.decoding.constraints import Constraints
from rightmost.errors import BadUsage, EmptySentence, RightmostError
from rightmost.limits import KBEST_BEAM, MOST_BEAM, MOST_WORDS_IN_BEAM
from rightmost.trees.tree import Leaf

#: A text to be cut into words, or the words; `Leaf`s bring tags of their own, which stay.
Words: TypeAlias = str | Sequence[str] | Sequence[Leaf]

#: What becomes of a sentence without words among many: an error, or None in the place of its tree.
OnEmpty: TypeAlias = Literal["raise", "none"]

UNKNOWN_TAG = "XX"  # the treebank's own tag for words that neither the user nor the model has tagged
NEEDS_TAGS = (
    "this model reads a tag with each word, and there are none; give parse(words, tags=[...]), or a list of "
    "Leaf(word, tag)"
)


class Given(NamedTuple):
    """A sentence's leaves, and whether they bring their tags."""

    leaves: list[Leaf]
    tagged: bool


def checked_beam(beam: int) -> int:
    """The size of a beam, which is bounded."""
    why = "; 1 is greedy, and memory grows with the square of the beam"
    return whole_number(beam, "beam", least=1, most=MOST_BEAM, why=why)


def beam_for(k: int, beam: int | None) -> int:
    """The size of a beam that the best `k` trees are taken from: as asked for, or large enough."""
    most = whole_number(k, "k", least=1, most=MOST_BEAM, why="; it is how many trees the beam has to hold")
    if beam is None:
        return max(most, KBEST_BEAM)
    size = checked_beam(beam)
    if size < most:
        raise BadUsage(f"a beam of {size} does not hold the best {most} trees; give a beam of {most} or more, or none")
    return size


@dataclass(frozen=True)
class SentenceReader:
    """Reads sentences for a model: by the rules of its language, with tags if it needs them."""

    #: The places of a text's words.
    cut: Callable[[str], Iterable[tuple[int, int]]]
    needs_tags: bool

    def one(self, sentence: Words, tags: Sequence[str] | None = None, *, beam: int = 1) -> Given:
        """The sentence's leaves."""
        words, own_tags = self._words_and_tags(sentence)
        if beam > 1 and beam * len(words) > MOST_WORDS_IN_BEAM:
            most = max(1, MOST_WORDS_IN_BEAM // len(words))
            over = f"a beam of {beam} over {len(words)} words"
            raise RightmostError(f"{over}; allowed over so many: 1 to {most}, since memory grows with both")
        if tags is not None:
            own_tags = strings(tags, "tag", expected="a list of tags")
        if own_tags is not None and len(own_tags) != len(words):
            raise RightmostError(f"{len(own_tags)} tags for {len(words)} words: give exactly one tag a word")
        if own_tags is None and self.needs_tags:
            raise RightmostError(NEEDS_TAGS)
        return Given(list(map(Leaf, words, own_tags or repeat(UNKNOWN_TAG))), tagged=own_tags is not None)

    def many(self, sentences: Iterable[Words], *, beam: int, on_empty: OnEmpty) -> Iterator[Given | None]:
        """Each sentence's leaves; None for one without words, if `on_empty` is "none". Errors name the sentence."""
        for number, words in enumerate(sentences, start=1):
            try:
                yield self.one(words, beam=beam)
            except RightmostError as error:
                if isinstance(error, EmptySentence) and on_empty == "none":
                    yield None
                else:
                    raise type(error)(f"sentence {number}: {error}") from None

    def _words_and_tags(self, sentence: Words) -> tuple[list[str], list[str] | None]:
        if isinstance(sentence, str):
            words = [sentence[start:end] for start, end in self.cut(sentence)]
            if not words:
                raise EmptySentence("the text is empty: there is nothing to parse")
            return words, None
        given = listed(sentence, "a text or a list of words")
        if not given:
            raise EmptySentence("the list of words is empty: there is nothing to parse")
        if all(isinstance(item, Leaf) for item in given):
            return _strings([leaf.word for leaf in given], "word"), _strings([leaf.tag for leaf in given], "tag")
        return _strings(given, "word"), None


def checked_sentences(sentences: Any, *, batch: Any, on_empty: Any) -> None:
    """Raises unless these are many sentences, that may be taken in so many at a time."""
    if isinstance(sentences, str):
        raise BadUsage("one text where several sentences were expected; use parse for one, parse_text for a text")
    in_order(sentences, "a list of sentences")
    whole_number(batch, "batch", least=1)
    if not isinstance(on_empty, str) or on_empty not in ("raise", "none"):
        raise BadUsage(f"on_empty is {shown(on_empty)}; allowed: 'raise', or 'none' for None in that place")


def constraints_given(require: Any, forbid: Any, *, labels: Collection[str]) -> Constraints:
    """The constraints, whose labels must be among those of the model."""
    given = {"require": require, "forbid": forbid}
    for name, brackets in given.items():
        if isinstance(brackets, (str, bytes, Mapping)) or not isinstance(brackets, Iterable):
            refuse(brackets, f"a list of brackets for {name}, as [(0, 2, 'NP')],")
    constraints = Constraints.of(require, forbid)
    for bracket in (*constraints.require, *constraints.forbid):
        if bracket[2] is not None and bracket[2] not in labels:
            raise RightmostError(f"bracket {bracket}: {_no_label(bracket[2], labels)}")
    return constraints


def _no_label(label: str, labels: Collection[str]) -> str:
    """That this is none of the model's labels, and which one may have been meant."""
    alike = {known.casefold(): known for known in reversed(list(labels))}
    close = get_close_matches(label.casefold(), alike, n=1)
    meant = f"; did you mean {alike[close[0]]!r}?" if close else ""
    return f"{label!r} is no label of this model{meant} (its labels: {', '.join(sorted(labels))}; or None for any)"


def _strings(values: list[Any], what: str) -> list[str]:
    return strings(values, what, expected=f"a list of {what}s")
