"""The figures of a sentence, and of all."""

from __future__ import annotations

from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightmost.evaluation.scores import Scores, SentenceScore, Status, totals

Rows: TypeAlias = list[SentenceScore]
COUNTS = (
    *("sentences", "error_sentences", "skipped_sentences", "valid_sentences", "exact_sentences"),
    *("matched_brackets", "gold_brackets", "predicted_brackets", "crossing_brackets", "words", "correct_tags"),
    *("no_crossing_sentences", "few_crossing_sentences"),
)
PERCENTAGES = ("recall", "precision", "f1", "exact_match", "tagging_accuracy", "no_crossing", "two_or_less_crossing")


@st.composite
def scored(draw: st.DrawFn) -> SentenceScore:
    number, length = draw(st.integers(1, 99)), draw(st.integers(0, 60))
    status = draw(st.sampled_from(Status))
    if status is not Status.VALID:
        return SentenceScore(number, length, status, "Length unmatch (6|1)" if status is Status.ERROR else None)
    gold, predicted, words = draw(st.integers(0, 9)), draw(st.integers(0, 9)), draw(st.integers(0, 9))
    return SentenceScore(
        number,
        length,
        matched_brackets=draw(st.integers(0, min(gold, predicted))),
        gold_brackets=gold,
        predicted_brackets=predicted,
        crossing_brackets=draw(st.integers(0, predicted)),
        words=words,
        correct_tags=draw(st.integers(0, words)),
    )


def counts(scores: Scores) -> list[int]:
    return [getattr(scores, name) for name in COUNTS]


def percentages(scores: Scores) -> list[float]:
    return [getattr(scores, name) for name in PERCENTAGES]


def test_the_figures_of_a_sentence() -> None:
    row = SentenceScore(1, 6, matched_brackets=3, gold_brackets=4, predicted_brackets=5, words=6, correct_tags=3)
    assert (row.recall, row.precision, row.tagging_accuracy) == (75, 60, 50)
    assert row.f1 == pytest.approx(200 * 3 / (4 + 5))
    assert not row.exact_match


@pytest.mark.parametrize(
    ("matched", "gold", "predicted", "status", "exact"),
    [
        (7, 7, 7, Status.VALID, True),
        (0, 0, 0, Status.VALID, True),
        (7, 7, 8, Status.VALID, False),
        (7, 8, 7, Status.VALID, False),
        (6, 7, 7, Status.VALID, False),
        (0, 0, 0, Status.ERROR, False),
        (0, 0, 0, Status.SKIPPED, False),
    ],
)
def test_every_gold_bracket_and_no_other(matched: int, gold: int, predicted: int, status: Status, exact: bool) -> None:
    row = SentenceScore(
        1, 6, status, matched_brackets=matched, gold_brackets=gold, predicted_brackets=predicted, words=6
    )
    assert row.exact_match is exact


@given(scored())
def test_one_sentence_alone_has_its_own_figures(row: SentenceScore) -> None:
    alone = totals([row], cutoff=40)
    by_status = [alone.valid_sentences, alone.error_sentences, alone.skipped_sentences]
    assert by_status == [row.status is status for status in Status]
    assert (alone.recall, alone.precision, alone.f1) == (row.recall, row.precision, row.f1)
    assert (alone.tagging_accuracy, alone.exact_match) == (row.tagging_accuracy, 100 * row.exact_match)
    assert alone.average_crossing == row.crossing_brackets


@given(st.lists(scored()), st.lists(scored()))
def test_counts_add_up(some: Rows, others: Rows) -> None:
    parts = [counts(totals(rows, cutoff=40)) for rows in (some, others)]
    assert counts(totals(some + others, cutoff=40)) == [sum(pair) for pair in zip(*parts)]


@given(st.lists(scored()))
def test_percentages_are_percentages(rows: Rows) -> None:
    scores = totals(rows, cutoff=40)
    assert all(0 <= percentage <= 100 for percentage in percentages(scores))
    assert scores.f1 == pytest.approx(
        200 * scores.matched_brackets / max(1, scores.gold_brackets + scores.predicted_brackets)
    )
    assert scores.exact_match == 100 * scores.exact_sentences / max(1, scores.valid_sentences)


@given(st.lists(scored()), st.integers(0, 60))
def test_the_short_ones_are_scored_as_if_they_were_all(rows: Rows, cutoff: int) -> None:
    scores, among = totals(rows, cutoff=cutoff), [row for row in rows if row.length <= cutoff]
    assert scores.per_sentence == tuple(rows)
    assert scores.cutoff == cutoff
    assert scores.short is not None
    assert scores.short.short is None
    assert scores.short.per_sentence == tuple(among)
    assert counts(scores.short) == counts(totals(among, cutoff=cutoff))


def test_few_crossings_are_two_at_most() -> None:
    scores = totals([SentenceScore(1, 8, crossing_brackets=count) for count in (0, 2, 3)], cutoff=40)
    assert (scores.no_crossing_sentences, scores.few_crossing_sentences, scores.average_crossing) == (1, 2, 5 / 3)
    assert scores.no_crossing == pytest.approx(100 / 3)
    assert scores.two_or_less_crossing == pytest.approx(200 / 3)


def test_nothing_at_all() -> None:
    scores = totals([], cutoff=40)
    assert counts(scores) == [0] * len(COUNTS)
    assert percentages(scores) == [0] * len(PERCENTAGES)
    assert scores.average_crossing == 0


def test_no_match_gives_zero_and_not_nan() -> None:
    scores = totals([SentenceScore(1, 1, gold_brackets=1, predicted_brackets=1)], cutoff=40)
    assert (scores.recall, scores.precision, scores.f1, scores.exact_match) == (0, 0, 0, 0)


def test_a_string_of_figures_stays_short() -> None:
    written = repr(totals([SentenceScore(1, 6)], cutoff=40))
    assert written.startswith("Scores(sentences=1, ")
    assert "per_sentence" not in written
    assert "short" not in written
