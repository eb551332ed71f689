"""Trees written by hand, and what the C program made of them (figures.txt)."""

from __future__ import annotations

import io
from pathlib import Path
from typing import NamedTuple

from rightmost.evaluation.parameters import Parameters, read_parameters
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
    parameters: Parameters
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
    settings = read_parameters(io.StringIO(PARAMETERS[parameters.strip()]))
    return Case(name, settings, tree(gold), tree(predicted), figures, says[0][1].strip() if says else None)


CASES = [case(block) for block in Path(__file__).with_name("figures.txt").read_text().strip().split("\n\n")[1:]]
