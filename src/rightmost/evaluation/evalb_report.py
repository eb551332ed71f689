"""evalb's report: what the C program prints, character by character; and the same figures for machines."""

from __future__ import annotations

from collections.abc import Iterable

from rightmost.evaluation.scores import Scores, SentenceScore, Status

_RULE = "=" * 76
_HEAD = (
    "  Sent.                        Matched  Bracket   Cross        Correct Tag",
    " ID  Len.  Stat. Recal  Prec.  Bracket gold test Bracket Words  Tags Accracy",
    _RULE,
)


def report(scores: Scores) -> str:
    """The whole report, as evalb prints it."""
    return rows_report(scores.per_sentence) + _lines([_RULE, _totals_row(scores)]) + summary_report(scores)


def summary_report(scores: Scores) -> str:
    """The end of the report: the tables, and no line for each sentence."""
    return _lines(
        ["=== Summary ===", "", "-- All --", *_table(scores)]
        + ([] if scores.short is None else ["", f"-- {short_name(scores)} --", *_table(scores.short)])
    )


def rows_report(rows: Iterable[SentenceScore]) -> str:
    """The report's head and a line for each of these sentences: as far as evalb gets when it gives up."""
    return _lines([*_HEAD, *map(_row, rows)])


def complaints(rows: Iterable[SentenceScore]) -> str:
    """What evalb prints on standard error: a line for each sentence that went wrong."""
    return _lines(f"{row.number} : {row.reason}" for row in rows if row.status is Status.ERROR)


def as_json(scores: Scores) -> dict[str, dict[str, int | float]]:
    """The summary as plain values: the table of all sentences, and that of the short ones."""
    tables = {"all": _values(scores)}
    if scores.short is not None:
        tables[short_name(scores)] = _values(scores.short)
    return tables


def short_name(scores: Scores) -> str:
    """What the table of short sentences is called."""
    return f"len<={scores.cutoff}"


def _lines(lines: Iterable[str]) -> str:
    return "".join([f"{line}\n" for line in lines])


def _row(row: SentenceScore) -> str:
    return (
        f"{row.number:4d}  {row.length:3d}    {row.status:d}  {row.recall:6.2f} {row.precision:6.2f}"
        f"   {row.matched_brackets:3d}    {row.gold_brackets:3d}  {row.predicted_brackets:3d}"
        f"    {row.crossing_brackets:3d}   {row.words:4d}  {row.correct_tags:4d}   {row.tagging_accuracy:6.2f}"
    )


def _totals_row(scores: Scores) -> str:
    words = f"  {scores.words:5d} {scores.correct_tags:5d}   {scores.tagging_accuracy:6.2f}"
    if not scores.gold_brackets or not scores.predicted_brackets:
        return words
    return (
        f"                {scores.recall:6.2f} {scores.precision:6.2f} {scores.matched_brackets:6d}"
        f" {scores.gold_brackets:5d} {scores.predicted_brackets:5d}  {scores.crossing_brackets:5d}{words}"
    )


def _table(scores: Scores) -> list[str]:
    # Without a match evalb divides zero by zero, and this is how C writes the outcome.
    f1 = f"{scores.f1:6.2f}" if scores.matched_brackets else "  -nan"
    return [
        f"Number of sentence        = {scores.sentences:6d}",
        f"Number of Error sentence  = {scores.error_sentences:6d}",
        f"Number of Skip  sentence  = {scores.skipped_sentences:6d}",
        f"Number of Valid sentence  = {scores.valid_sentences:6d}",
        f"Bracketing Recall         = {scores.recall:6.2f}",
        f"Bracketing Precision      = {scores.precision:6.2f}",
        f"Bracketing FMeasure       = {f1}",
        f"Complete match            = {scores.exact_match:6.2f}",
        f"Average crossing          = {scores.average_crossing:6.2f}",
        f"No crossing               = {scores.no_crossing:6.2f}",
        f"2 or less crossing        = {scores.two_or_less_crossing:6.2f}",
        f"Tagging accuracy          = {scores.tagging_accuracy:6.2f}",
    ]


def _values(scores: Scores) -> dict[str, int | float]:
    return {
        "recall": scores.recall,
        "precision": scores.precision,
        "f1": scores.f1,
        "exact_match": scores.exact_match,
        "tagging_accuracy": scores.tagging_accuracy,
        "average_crossing": scores.average_crossing,
        "no_crossing": scores.no_crossing,
        "two_or_less_crossing": scores.two_or_less_crossing,
        "sentences": scores.sentences,
        "error_sentences": scores.error_sentences,
        "skipped_sentences": scores.skipped_sentences,
        "valid_sentences": scores.valid_sentences,
        "matched_brackets": scores.matched_brackets,
        "gold_brackets": scores.gold_brackets,
        "predicted_brackets": scores.predicted_brackets,
        "crossing_brackets": scores.crossing_brackets,
        "words": scores.words,
        "correct_tags": scores.correct_tags,
    }
