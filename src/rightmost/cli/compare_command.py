"""`rightmost compare GOLD A B`: whether two parsers differ by more than chance."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Annotated

import typer

from rightmost.cli.options import GoldTags, Params
from rightmost.errors import BadUsage, MismatchedTrees, RightmostError
from rightmost.evaluation.evalb import TooManyErrors, evaluate
from rightmost.evaluation.gold_tags import full_leaves
from rightmost.evaluation.pairs import Pair, read_pair
from rightmost.evaluation.parameters import COLLINS, Parameters, read_parameters
from rightmost.evaluation.scores import Scores, SentenceScore, Status
from rightmost.evaluation.significance import RESAMPLES, compare
from rightmost.evaluation.significance_report import comparison_report, comparison_values
from rightmost.trees.brackets import unescaped
from rightmost.trees.tree import Leaf, Tree


def command(
    gold: Annotated[str, typer.Argument(metavar="GOLD", help="Gold trees, one a line.", show_default=False)],
    a: Annotated[str, typer.Argument(metavar="A", help="One parser's trees, one a line.", show_default=False)],
    b: Annotated[str, typer.Argument(metavar="B", help="Another parser's trees, one a line.", show_default=False)],
    resamples: Annotated[
        int, typer.Option(min=1, max=1_000_000, metavar="N", help="How often to draw, and to swap.")
    ] = RESAMPLES,
    seed: Annotated[
        int, typer.Option(min=0, max=2**63 - 1, metavar="N", help="The same seed gives the same answer.")
    ] = 0,
    params: Params = None,
    gold_tags: GoldTags = False,
    as_data: Annotated[bool, typer.Option("--json", help="Print the comparison as JSON.")] = False,
) -> None:
    """Compare two parsers on the same sentences: F1 and exact match, with intervals and p-values.

    The paired bootstrap gives 95% intervals and a p-value, approximate randomisation another; both are two-sided.
    Sentences that evalb cannot score for both parsers are left out.
    """
    if "-" in (gold, *([a] if a == b else [])):
        raise BadUsage("only A or B can be standard input (-), and GOLD is read twice; give files for the others")
    parameters = None if params is None else read_parameters(params)
    one, other = (read_pair(gold, file, unescape=parameters is None) for file in (a, b))
    if _same(one.predicted, other.predicted):
        raise RightmostError(f"{a} and {b} hold the same trees: there is nothing to compare")
    sentences = min(len(one.gold), len(other.gold))  # after which one has only empty lines
    scores = [
        _scores(
            Pair(pair.gold[:sentences], pair.predicted[:sentences]),
            parameters=parameters,
            gold_tags=gold_tags,
            files=(gold, file),
        )
        for pair, file in ((one, a), (other, b))
    ]
    comparison = compare(*scores, resamples=resamples, seed=seed)
    if comparison.left_out:
        print(_left_out(scores, files=(a, b), gold_tags=gold_tags), file=sys.stderr)
    values = comparison_values(comparison, one=a, other=b)
    print(json.dumps(values, indent=2) if as_data else comparison_report(comparison, one=a, other=b))


def _same(one: Sequence[Tree | None], other: Sequence[Tree | None]) -> bool:
    return all(tree == another for tree, another in zip_longest(one, other))


def _scores(pair: Pair, *, parameters: Parameters | None, gold_tags: bool, files: tuple[str, str]) -> Scores:
    """The scores of one parser, whose trees must be over the gold words."""
    try:
        scores = evaluate(*pair, parameters=parameters, gold_tags=gold_tags)
    except TooManyErrors as error:
        _check_words(error.rows, pair, parameters=parameters or COLLINS, files=files)
        raise MismatchedTrees(f"{files[1]}: {error}") from None
    _check_words(scores.per_sentence, pair, parameters=parameters or COLLINS, files=files)
    return scores


def _check_words(rows: Iterable[SentenceScore], pair: Pair, *, parameters: Parameters, files: tuple[str, str]) -> None:
    """Raises if a sentence went wrong because its words are others: the files may be shifted against each other."""
    gold, predicted = files
    for row, *trees in zip(rows, *pair):
        if row.status is Status.ERROR:
            difference = _difference(*map(full_leaves, trees), parameters=parameters)
            if difference:
                raise MismatchedTrees(
                    f"{predicted}, tree {row.number}: {difference}; it must be over the words of {gold}, tree by tree"
                )


def _difference(gold: Sequence[Leaf], predicted: Sequence[Leaf], *, parameters: Parameters) -> str | None:
    """Where the words differ; None if it is only in their tags, or in how a bracket is written."""
    for (one, _), (other, _) in zip(gold, predicted):
        if unescaped(one) != unescaped(other) and not parameters.same_word(one, other):
            return f"{other!r} where the gold tree has {one!r}"
    return None if len(gold) == len(predicted) else f"{len(predicted)} words where the gold tree has {len(gold)}"


def _left_out(scores: Iterable[Scores], *, files: Iterable[str], gold_tags: bool) -> str:
    """Which sentences evalb could not score, and what may help."""
    counts = ", ".join(
        f"{file} (errors: {each.error_sentences}, missing: {each.skipped_sentences})"
        for each, file in zip(scores, files)
    )
    hint = "" if gold_tags else "; --gold-tags keeps those whose punctuation is only tagged otherwise"
    return f"left out, as evalb cannot score them for both: {counts}{hint}"
