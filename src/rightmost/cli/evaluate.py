"""`rightmost evaluate GOLD PREDICTED`: evalb's report."""

from __future__ import annotations

import json
import sys
from typing import Annotated

import typer

from rightmost.errors import BadUsage, MismatchedTrees
from rightmost.evaluation.evalb import TooManyErrors, evaluate
from rightmost.evaluation.pairs import read_pair
from rightmost.evaluation.parameters import read_parameters
from rightmost.evaluation.report import as_json, complaints, report, rows_report
from rightmost.evaluation.scores import Scores


def command(
    gold: Annotated[str, typer.Argument(metavar="GOLD", help="Gold trees, one a line.", show_default=False)],
    predicted: Annotated[
        str | None,
        typer.Argument(
            metavar="PREDICTED",
            help="Predicted trees, one a line; an empty line where there is none.",
            show_default=False,
        ),
    ] = None,
    params: Annotated[
        str | None,
        typer.Option(
            "--params",
            metavar="FILE",
            help="One of evalb's parameter files. Without: Collins's labels, no error limit.",
        ),
    ] = None,
    gold_tags: Annotated[
        bool, typer.Option("--gold-tags", help="Put the gold tags into the predicted trees first.")
    ] = False,
    as_data: Annotated[bool, typer.Option("--json", help="Print the summary as JSON.")] = False,
) -> None:
    """Compare predicted trees with gold ones: evalb's figures, sentence by sentence and in all."""
    if predicted is None:
        raise BadUsage("nothing to compare with the gold trees; give a second file: rightmost evaluate GOLD PREDICTED")
    if gold == predicted == "-":
        raise BadUsage("GOLD and PREDICTED cannot both be standard input (-); give a file for one of them")
    scores = _scores(gold, predicted, params=params, gold_tags=gold_tags, quiet=as_data)
    print(json.dumps(as_json(scores), indent=2) if as_data else report(scores), end="\n" if as_data else "")
    print(complaints(scores.per_sentence), end="", file=sys.stderr)
    if not scores.valid_sentences:
        counts = f"errors: {scores.error_sentences}, skipped: {scores.skipped_sentences}"
        raise MismatchedTrees(
            f"no sentence could be scored ({counts}): are {gold} and {predicted} over the same sentences?"
        )


def _scores(gold: str, predicted: str, *, params: str | None, gold_tags: bool, quiet: bool) -> Scores:
    parameters = None if params is None else read_parameters(params)
    # evalb compares words as they are written; without its own file ( and -LRB- are one word.
    pair = read_pair(gold, predicted, unescape=parameters is None)
    try:
        return evaluate(pair.gold, pair.predicted, parameters=parameters, gold_tags=gold_tags)
    except TooManyErrors as error:
        if not quiet:
            print(rows_report(error.rows[:-1]), end="")
        print(complaints(error.rows), end="", file=sys.stderr)
        raise
