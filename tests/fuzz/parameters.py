"""evalb's parameter files (.prm): they are read or refused, and what is read scores trees."""

from __future__ import annotations

from fuzz.target import Target, refusal
from fuzz.texts import damaged, of_pieces
from rightmost.evaluation.evalb import evaluate
from rightmost.evaluation.parameters import KEYWORDS, read_parameters
from rightmost.files import named_text
from rightmost.trees.tree import Tree
from strategies import ARTHUR, trees

COLLINS = """\
# Collins's
DEBUG 0
MAX_ERROR 10
CUTOFF_LEN 40
LABELED 1
DELETE_LABEL TOP
DELETE_LABEL -NONE-
DELETE_LABEL_FOR_LENGTH -NONE-
QUOTE_LABEL POS
EQ_LABEL ADVP PRT
EQ_WORD a b
"""
PIECES = [*KEYWORDS, " ", "\n", "#", "NP", "0", "-1", "1.5", "9" * 30, "S S", "\t"]
GOLD = Tree.from_string(ARTHUR)


def check(text: str, predicted: Tree) -> None:
    with refusal():
        parameters = read_parameters(named_text(text, "file.prm"))
        for gold, other in ((GOLD, GOLD), (predicted, predicted), (GOLD, predicted)):
            scores = evaluate([gold], [other], parameters=parameters)
            assert 0 <= scores.f1 <= 100 or scores.f1 != scores.f1


TARGET = Target(check, {"text": of_pieces(PIECES) | damaged(COLLINS, PIECES), "predicted": trees()}, cases=3000)
