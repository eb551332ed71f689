"""`rightmost errors GOLD PREDICTED [PREDICTED2]`: what the parser gets wrong, by category."""

from __future__ import annotations

import json
import sys
from typing import Annotated

import typer

from rightmost.cli.options import MOST, GoldTags
from rightmost.errors import BadUsage, MismatchedTrees, RightmostError
from rightmost.evaluation.pairs import Pair, read_pair
from rightmost.evaluation.repairs.analysis import Analysis, analyse
from rightmost.evaluation.repairs.examples import examples
from rightmost.evaluation.repairs.table import as_json, table


def command(
    gold: Annotated[str, typer.Argument(metavar="GOLD", help="Gold trees, one a line.", show_default=False)],
    predicted: Annotated[
        str,
        typer.Argument(
            metavar="PREDICTED",
            help="Predicted trees, one a line; an empty line where there is none.",
            show_default=False,
        ),
    ],
    other: Annotated[
        str | None,
        typer.Argument(metavar="PREDICTED2", help="Another system's trees, for comparison.", show_default=False),
    ] = None,
    most: Annotated[
        int,
        typer.Option(
            "--examples", metavar="N", min=0, max=MOST, help="Also show the first N errors of each category, marked."
        ),
    ] = 0,
    gold_tags: GoldTags = False,
    as_data: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Sort the errors of predicted trees into the Berkeley Parser Analyser's categories."""
    systems = [predicted] if other is None else [predicted, other]
    _check_standard_input([gold, *systems])
    pairs = [read_pair(gold, name) for name in systems]
    if len(pairs) == 2 and (systems[0] == systems[1] or pairs[0].predicted == pairs[1].predicted):
        raise RightmostError(f"{systems[0]} and {systems[1]} hold the same trees; give two different systems' files")
    analyses = {name: _analysis(pair, name, gold=gold, gold_tags=gold_tags) for name, pair in zip(systems, pairs)}
    for name, analysis in analyses.items():
        if analysis.tagged_apart:
            print(f"rightmost: {_left_out(name, analysis)}", file=sys.stderr)
    if as_data:
        print(json.dumps({"gold": gold, "systems": as_json(analyses, examples=most)}, indent=2))
    else:
        print(table(analyses), end="")
        print(examples(analyses, most=most), end="")


def _check_standard_input(names: list[str]) -> None:
    if names.count("-") > 1:
        raise BadUsage("only one of the files can be standard input (-); give a file for each of the others")
    if names[0] == "-" and len(names) > 2:
        raise BadUsage("GOLD cannot be standard input (-) with two systems, as it is read twice; give a file")


def _analysis(pair: Pair, predicted: str, *, gold: str, gold_tags: bool) -> Analysis:
    try:
        analysis = analyse(pair.gold, pair.predicted, gold_tags=gold_tags)
    except MismatchedTrees as error:
        raise MismatchedTrees(f"{predicted}: {error}; are these parses of {gold}?") from None
    if not analysis.compared:
        retagged = len(analysis.tagged_apart)
        counts = f"without a tree: {len(analysis.skipped)}, punctuation tagged differently: {retagged}"
        advice = "--gold-tags compares those" if retagged else f"expected parses of {gold}"
        raise MismatchedTrees(f"{predicted}: no sentence could be compared ({counts}); {advice}")
    return analysis


def _left_out(predicted: str, analysis: Analysis) -> str:
    retagged = analysis.tagged_apart
    counts = f"{len(retagged)} of {analysis.sentences} sentences left out, the first is {retagged[0]}"
    return f"{predicted}: {counts}: their punctuation is tagged differently; --gold-tags compares them"
