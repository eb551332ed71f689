"""A sentence as evalb sees it: the words that count, their tags, and numbered brackets over them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from rightmost.evaluation.parameters import Parameters
from rightmost.trees.tree import Leaf, Span, Tree

#: Words that can be a quotation mark in one tree and something else in the other.
QUOTES = frozenset({"'", '"', "/"})


class Quote(NamedTuple):
    """A quotation mark, and where in the sentence to put it back if it was taken out."""

    word: str
    tag: str
    place: int  # in front of which of the words that count
    bracket: int  # how many brackets open before it
    open_brackets: tuple[int, ...]  # which of them it stands in


@dataclass(frozen=True, slots=True)
class BracketedSentence:
    """The words of a tree without the deleted ones, and all of its brackets, in the order in which they open."""

    words: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    brackets: tuple[Span, ...] = ()
    quotes: tuple[Quote, ...] = ()
    length: int = 0  # as counted for the table of short sentences

    def with_quote(self, quote: Quote) -> BracketedSentence:
        """The sentence with a quotation mark put back where it was taken out."""
        place = quote.place
        return replace(
            self,
            words=(*self.words[:place], quote.word, *self.words[place:]),
            tags=(*self.tags[:place], quote.tag, *self.tags[place:]),
            brackets=tuple(_moved(self.brackets, quote)),
        )


def _moved(brackets: Sequence[Span], quote: Quote) -> Iterable[Span]:
    around = set(quote.open_brackets)
    for number, (left, right, label) in enumerate(brackets):
        opens_behind = number >= quote.bracket
        yield Span(left + opens_behind, right + (opens_behind or number in around), label)


def sentence_of(tree: Tree | None, parameters: Parameters) -> BracketedSentence:
    """The sentence of a tree; that of a line without one has no words."""
    if tree is None:
        return BracketedSentence()
    deleted, not_counted = parameters.deleted_labels, parameters.deleted_for_length
    words: list[str] = []
    tags: list[str] = []
    quotes: list[Quote] = []
    lefts: list[int] = []
    rights: list[int] = []
    labels: list[str] = []
    open_brackets: list[int] = []
    length = 0
    for item, change in tree.flat:
        if type(item) is not Leaf:
            open_brackets.append(len(labels))
            lefts.append(len(words))
            rights.append(0)
            labels.append(item)
            continue
        word, tag = item
        length += tag not in not_counted
        if word in QUOTES and tag in parameters.quote_labels:
            quotes.append(Quote(word, tag, len(words), len(labels), tuple(open_brackets)))
        if tag not in deleted:
            words.append(word)
            tags.append(tag)
        for _ in range(-change):
            rights[open_brackets.pop()] = len(words)
    return BracketedSentence(tuple(words), tuple(tags), tuple(map(Span, lefts, rights, labels)), tuple(quotes), length)


def with_quotes_restored(
    gold: BracketedSentence, predicted: BracketedSentence, *, parameters: Parameters
) -> tuple[BracketedSentence, BracketedSentence]:
    """Both sentences, with a quotation mark that was taken out of only one of them put back there.

    Two marks at the same place are the same mark, tagged differently. Each mark put back moves those after it, which
    are then looked for at their new places; a place is read before the marks of the other side are gone through.
    """
    deleted = parameters.deleted_labels
    golds, predictions = list(gold.quotes), list(predicted.quotes)
    for i in range(len(predictions)):
        place = predictions[i].place
        for j in range(len(golds)):
            in_gold, in_predicted = golds[j], predictions[i]
            if in_gold.place != place:
                continue
            if in_gold.tag in deleted and in_predicted.tag not in deleted:
                gold = gold.with_quote(in_gold)
                golds[j:] = [quote._replace(place=quote.place + 1) for quote in golds[j:]]
            elif in_predicted.tag in deleted and in_gold.tag not in deleted:
                predicted = predicted.with_quote(in_predicted)
                predictions[i:] = [quote._replace(place=quote.place + 1) for quote in predictions[i:]]
    return gold, predicted
