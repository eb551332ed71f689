"""The figures of the C program, for trees written by hand (figures.txt)."""

from __future__ import annotations

import io
from pathlib import Path
from typing import NamedTuple

import pytest

from rightmost.evaluation.evalb import evaluate
from rightmost.evaluation.parameters import Parameters, read_parameters
from rightmost.evaluation.report import rows_report
from rightmost.evaluation.scores import Scores
from rightmost.trees.brackets import read_aligned
from rightmost.trees.tree import Tree

PARAMETERS = {
    "plain": """\
DELETE_LABEL TOP
DELETE_LABEL -NONE-
DELETE_LABEL ,
DELETE_LABEL :
DELETE_LABEL ``
DELETE_LABEL ''
DELETE_LABEL .
DELETE_LABEL_FOR_LENGTH -NONE-
EQ_LABEL ADVP PRT
""",
    "quotes": """\
DELETE_LABEL TOP
DELETE_LABEL ,
DELETE_LABEL ``
DELETE_LABEL ''
DELETE_LABEL .
QUOTE_LABEL ``
QUOTE_LABEL ''
QUOTE_LABEL POS
QUOTE_LABEL NN
""",
    "loose": """\
LABELED 0
DELETE_LABEL TOP
DELETE_LABEL_FOR_LENGTH DT
EQ_WORD Arthur Artus
EQ_LABEL NNP NN
""",
    "delete": """\
DELETE_LABEL TOP
DELETE_LABEL PRT
EQ_LABEL ADVP PRT
""",
    "chain": """\
DELETE_LABEL TOP
EQ_LABEL NP VP
EQ_LABEL VP S
""",
}


class Case(NamedTuple):
    name: str
    parameters: str
    gold: Tree | None
    predicted: Tree | None
    figures: str
    says: str | None


def tree(text: str) -> Tree | None:
    (read,) = read_aligned(io.StringIO(f"{text}\n"), keep_wrapper=True, unescape=False)
    return read


def case(block: str) -> Case:
    (name, parameters), (_, gold), (_, predicted), (_, figures), *says = [
        line.split(":", 1) for line in block.splitlines()
    ]
    return Case(name, parameters.strip(), tree(gold), tree(predicted), figures, says[0][1].strip() if says else None)


CASES = [case(block) for block in Path(__file__).with_name("figures.txt").read_text().strip().split("\n\n")[1:]]


def parameters(text: str) -> Parameters:
    return read_parameters(io.StringIO(text))


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_each_sentence(case):
    (row,) = evaluate([case.gold], [case.predicted], parameters=parameters(PARAMETERS[case.parameters])).per_sentence
    assert rows_report([row]).splitlines()[-1].split() == ["1", *case.figures.split()]
    assert row.reason == case.says


def counts(scores: Scores) -> tuple[int, ...]:
    return scores.sentences, scores.error_sentences, scores.skipped_sentences, scores.valid_sentences


def shares(scores: Scores) -> list[float]:
    """As the report shows them, in its order."""
    bracketing = [scores.recall, scores.precision, scores.f1, scores.exact_match]
    others = [scores.average_crossing, scores.no_crossing, scores.two_or_less_crossing, scores.tagging_accuracy]
    return [round(share, 2) for share in bracketing + others]


def test_totals_are_of_the_valid_sentences():
    settings = parameters(f"{PARAMETERS['plain']}MAX_ERROR 100\nCUTOFF_LEN 4")
    scores = evaluate([case.gold for case in CASES], [case.predicted for case in CASES], parameters=settings)
    assert counts(scores) == (39, 13, 4, 22)
    assert (scores.matched_brackets, scores.gold_brackets, scores.predicted_brackets) == (66, 82, 77)
    assert (scores.crossing_brackets, scores.words, scores.correct_tags) == (4, 68, 66)
    assert shares(scores) == [80.49, 85.71, 83.02, 45.45, 0.18, 86.36, 100.00, 97.06]
    assert scores.short is not None
    assert counts(scores.short) == (25, 10, 1, 14)
    assert shares(scores.short) == [84.62, 81.48, 83.02, 57.14, 0.00, 100.00, 100.00, 95.00]
    assert scores.short.short is None
    assert all(row.length <= 4 for row in scores.short.per_sentence)
