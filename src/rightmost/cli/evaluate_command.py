"""`rightmost evaluate GOLD PREDICTED`, or `GOLD --model M`: evalb's report."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from rightmost.cli.options import Beam, Device, Dtype, GoldTags, LookAhead, Params, Style
from rightmost.cli.parsed_pair import Parsing, parsed_pair
from rightmost.errors import BadUsage, MismatchedTrees
from rightmost.evaluation.breakdown import KEYS, Breakdown, break_down, keys_from
from rightmost.evaluation.breakdown_plot import check_plot, draw_breakdowns
from rightmost.evaluation.breakdown_report import breakdown_report, breakdown_values
from rightmost.evaluation.evalb import TooManyErrors, evaluate
from rightmost.evaluation.evalb_report import as_json, complaints, report, rows_report, summary_report
from rightmost.evaluation.pairs import Pair, read_pair
from rightmost.evaluation.parameters import Parameters, read_parameters
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
    params: Params = None,
    model: Annotated[
        str | None,
        typer.Option("--model", metavar="MODEL", help="Instead of PREDICTED: parse the gold words with this model."),
    ] = None,
    beam: Beam = 1,
    look_ahead: LookAhead = None,
    style: Style = None,
    device: Device = "auto",
    dtype: Dtype = "auto",
    gold_tags: GoldTags = False,
    summary: Annotated[
        bool, typer.Option("--summary", help="Print the totals alone, and no line for each sentence.")
    ] = False,
    as_data: Annotated[bool, typer.Option("--json", help="Print the summary as JSON.")] = False,
    by: Annotated[
        str | None,
        typer.Option("--by", metavar="KEY,...", help=f"Break the brackets down as well, by {', '.join(KEYS)}."),
    ] = None,
    plot: Annotated[
        str | None, typer.Option("--plot", metavar="FILE", help="Draw the breakdowns into this .png or .svg file.")
    ] = None,
) -> None:
    """Compare predicted trees with gold ones: evalb's figures, sentence by sentence and in all."""
    if (predicted is None) == (model is None):
        what = "both PREDICTED and --model" if model else "nothing to compare with the gold trees"
        raise BadUsage(f"{what}; give a second file, or a model: rightmost evaluate GOLD PREDICTED, or GOLD --model M")
    if model is None and (beam, look_ahead, style, device, dtype) != (1, None, None, "auto", "auto"):
        raise BadUsage(
            "--beam, --look-ahead, --style, --device and --dtype need a model to parse; give one with --model, "
            "and no PREDICTED"
        )
    if gold == predicted == "-":
        raise BadUsage("GOLD and PREDICTED cannot both be standard input (-); give a file for one of them")
    keys = _keys(by, plot)
    parameters = None if params is None else read_parameters(params)
    # evalb compares words as they are written; without its own file ( and -LRB- are one word.
    unescape = parameters is None
    if predicted is None:
        assert model is not None
        how = Parsing(model, beam=beam, look_ahead=look_ahead, style=style, device=device, dtype=dtype)
        pair = parsed_pair(gold, how, gold_tags=gold_tags, unescape=unescape)
    else:
        pair = read_pair(gold, predicted, unescape=unescape)
    scores = _scores(pair, parameters, gold_tags=gold_tags, quiet=as_data or summary)
    breakdowns = break_down(*pair, by=keys, parameters=parameters, gold_tags=gold_tags, scores=scores) if keys else ()
    print(_written(scores, breakdowns, as_data=as_data, summary=summary), end="")
    if not summary:
        print(complaints(scores.per_sentence), end="", file=sys.stderr)
    if not scores.valid_sentences:
        counts = f"errors: {scores.error_sentences}, skipped: {scores.skipped_sentences}"
        raise MismatchedTrees(
            f"no sentence could be scored ({counts}): are {gold} and {predicted or model} over the same sentences?"
        )
    if plot is not None:
        draw_breakdowns(breakdowns, plot)


def _written(scores: Scores, breakdowns: Sequence[Breakdown], *, as_data: bool, summary: bool) -> str:
    if not as_data:
        return (summary_report(scores) if summary else report(scores)) + breakdown_report(breakdowns)
    tables = as_json(scores) | ({"by": breakdown_values(breakdowns)} if breakdowns else {})
    return f"{json.dumps(tables, indent=2)}\n"


def _keys(by: str | None, plot: str | None) -> tuple[str, ...]:
    """What to break down by; raises if there is nothing to draw, or no way to."""
    keys = () if by is None else keys_from(by)
    if plot is not None:
        if not keys:
            raise BadUsage(f"--plot draws breakdowns; say which with --by, of {', '.join(KEYS)}")
        check_plot(plot)
    return keys


def _scores(pair: Pair, parameters: Parameters | None, *, gold_tags: bool, quiet: bool) -> Scores:
    try:
        return evaluate(*pair, parameters=parameters, gold_tags=gold_tags)
    except TooManyErrors as error:
        if not quiet:
            print(rows_report(error.rows[:-1]), end="")
        print(complaints(error.rows), end="", file=sys.stderr)
        raise
