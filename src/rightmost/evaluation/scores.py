"""What an evaluation found: a row for each sentence, and their totals."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum

#: evalb also counts the sentences with no more crossing brackets than this.
FEW_CROSSINGS = 2


class Status(IntEnum):
    """What became of a sentence, as evalb numbers it."""

    VALID = 0
    ERROR = 1
    SKIPPED = 2


@dataclass(frozen=True, slots=True)
class SentenceScore:
    """One row of the report. A sentence that is not valid has only its number, its length and, if wrong, a reason."""

    number: int
    length: int
    status: Status = Status.VALID
    #: Why the sentence could not be scored, in evalb's words.
    reason: str | None = None
    matched_brackets: int = 0
    gold_brackets: int = 0
    predicted_brackets: int = 0
    crossing_brackets: int = 0
    words: int = 0
    correct_tags: int = 0

    @property
    def recall(self) -> float:
        """The percentage of gold brackets that were predicted."""
        return _percent(self.matched_brackets, self.gold_brackets)

    @property
    def precision(self) -> float:
        """The percentage of predicted brackets that are gold."""
        return _percent(self.matched_brackets, self.predicted_brackets)

    @property
    def f1(self) -> float:
        """The harmonic mean of recall and precision."""
        return _harmonic_mean(self.recall, self.precision)

    @property
    def tagging_accuracy(self) -> float:
        """The percentage of words with the gold tag."""
        return _percent(self.correct_tags, self.words)

    @property
    def exact_match(self) -> bool:
        """Whether a valid sentence has every gold bracket and no other."""
        counts = {self.matched_brackets, self.gold_brackets, self.predicted_brackets}
        return self.status is Status.VALID and len(counts) == 1


@dataclass(frozen=True, slots=True)
class Scores:
    """The figures of evalb's summary: counts as whole numbers, shares in percent, 0 where there is nothing to share."""

    sentences: int
    error_sentences: int
    skipped_sentences: int
    matched_brackets: int
    gold_brackets: int
    predicted_brackets: int
    crossing_brackets: int
    exact_sentences: int
    no_crossing_sentences: int
    few_crossing_sentences: int
    words: int
    correct_tags: int
    #: The longest sentence in `short`.
    cutoff: int
    per_sentence: tuple[SentenceScore, ...] = field(repr=False)
    #: The same for the sentences of no more than `cutoff` words; None in there.
    short: Scores | None = field(repr=False, default=None)

    @property
    def valid_sentences(self) -> int:
        return self.sentences - self.error_sentences - self.skipped_sentences

    @property
    def recall(self) -> float:
        """The percentage of gold brackets that were predicted."""
        return _percent(self.matched_brackets, self.gold_brackets)

    @property
    def precision(self) -> float:
        """The percentage of predicted brackets that are gold."""
        return _percent(self.matched_brackets, self.predicted_brackets)

    @property
    def f1(self) -> float:
        """The harmonic mean of recall and precision."""
        return _harmonic_mean(self.recall, self.precision)

    @property
    def exact_match(self) -> float:
        """The percentage of valid sentences with every gold bracket and no other."""
        return _percent(self.exact_sentences, self.valid_sentences)

    @property
    def tagging_accuracy(self) -> float:
        """The percentage of words with the gold tag."""
        return _percent(self.correct_tags, self.words)

    @property
    def average_crossing(self) -> float:
        """How many predicted brackets of a valid sentence cross a gold bracket, on average."""
        return self.crossing_brackets / self.valid_sentences if self.valid_sentences else 0.0

    @property
    def no_crossing(self) -> float:
        """The percentage of valid sentences without a crossing bracket."""
        return _percent(self.no_crossing_sentences, self.valid_sentences)

    @property
    def two_or_less_crossing(self) -> float:
        """The percentage of valid sentences with two crossing brackets or fewer."""
        return _percent(self.few_crossing_sentences, self.valid_sentences)


def totals(rows: Iterable[SentenceScore], *, cutoff: int) -> Scores:
    """The scores of these sentences, and of the short ones among them."""
    rows = tuple(rows)
    short = tuple(row for row in rows if row.length <= cutoff)
    return _summed(rows, cutoff=cutoff, short=_summed(short, cutoff=cutoff, short=None))


def _summed(rows: tuple[SentenceScore, ...], *, cutoff: int, short: Scores | None) -> Scores:
    valid = [row for row in rows if row.status is Status.VALID]
    return Scores(
        sentences=len(rows),
        error_sentences=sum(row.status is Status.ERROR for row in rows),
        skipped_sentences=sum(row.status is Status.SKIPPED for row in rows),
        matched_brackets=sum(row.matched_brackets for row in valid),
        gold_brackets=sum(row.gold_brackets for row in valid),
        predicted_brackets=sum(row.predicted_brackets for row in valid),
        crossing_brackets=sum(row.crossing_brackets for row in valid),
        exact_sentences=sum(row.exact_match for row in valid),
        no_crossing_sentences=sum(not row.crossing_brackets for row in valid),
        few_crossing_sentences=sum(row.crossing_brackets <= FEW_CROSSINGS for row in valid),
        words=sum(row.words for row in valid),
        correct_tags=sum(row.correct_tags for row in valid),
        cutoff=cutoff,
        per_sentence=rows,
        short=short,
    )


def _percent(part: int, whole: int) -> float:
    return 100.0 * part / whole if whole else 0.0


def _harmonic_mean(recall: float, precision: float) -> float:
    # In evalb's order of operations, so that the last digit is evalb's too.
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0
