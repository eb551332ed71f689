"""The report, character by character as the C program printed it."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from rightmost.evaluation.evalb import TooManyErrors, evaluate
from rightmost.evaluation.evalb_report import as_json, complaints, report, rows_report
from rightmost.evaluation.pairs import read_pair
from rightmost.evaluation.parameters import COLLINS, read_parameters
from rightmost.trees.tree import Tree
from strategies import ARTHUR

#: What the real evalb said of real parses, where those files are at hand.
FOLDER = Path(__file__).parents[3] / "shared" / "evalb"
REPORTS = sorted(FOLDER.glob("*.report.txt"))

PARAMETERS = "MAX_ERROR 1\nCUTOFF_LEN 5\nDELETE_LABEL TOP\nDELETE_LABEL .\n"
GOLD = [
    ARTHUR,
    "(NP (NN King) (. .))",
    ARTHUR,
    "(S (NP (DT the) (NN knight)) (VP (VBZ sits) (ADVP (RB down))))",
]
PREDICTED = [
    ARTHUR.replace("(PP", "(NP").replace("NNPS", "NNS"),
    "(NP (NN Duke) (. .))",
    None,
    "(S (NP (DT the)) (VP (VP (NN knight) (VBZ sits)) (ADVP (RB down))))",
]
REPORT = """\
  Sent.                        Matched  Bracket   Cross        Correct Tag
 ID  Len.  Stat. Recal  Prec.  Bracket gold test Bracket Words  Tags Accracy
============================================================================
   1    6    0   85.71  85.71     6      7    7      0      6     5    83.33
   2    2    1    0.00   0.00     0      0    0      0      0     0     0.00
   3    6    2    0.00   0.00     0      0    0      0      0     0     0.00
   4    4    0   50.00  40.00     2      4    5      2      4     4   100.00
============================================================================
                 72.73  66.67      8    11    12      2     10     9    90.00
=== Summary ===

-- All --
Number of sentence        =      4
Number of Error sentence  =      1
Number of Skip  sentence  =      1
Number of Valid sentence  =      2
Bracketing Recall         =  72.73
Bracketing Precision      =  66.67
Bracketing FMeasure       =  69.57
Complete match            =   0.00
Average crossing          =   1.00
No crossing               =  50.00
2 or less crossing        = 100.00
Tagging accuracy          =  90.00

-- len<=5 --
Number of sentence        =      2
Number of Error sentence  =      1
Number of Skip  sentence  =      0
Number of Valid sentence  =      1
Bracketing Recall         =  50.00
Bracketing Precision      =  40.00
Bracketing FMeasure       =  44.44
Complete match            =   0.00
Average crossing          =   2.00
No crossing               =   0.00
2 or less crossing        = 100.00
Tagging accuracy          = 100.00
"""


@pytest.fixture
def scores():
    golds = [Tree.from_string(text) for text in GOLD]
    predictions = [text and Tree.from_string(text) for text in PREDICTED]
    return evaluate(golds, predictions, parameters=read_parameters(io.StringIO(PARAMETERS)))


def test_the_whole_report(scores):
    assert report(scores) == REPORT


def test_the_rows_alone(scores):
    assert rows_report(scores.per_sentence[:2]) == "".join(REPORT.splitlines(keepends=True)[:5])


def test_complaints(scores):
    assert complaints(scores.per_sentence) == "2 : Words unmatch (King|Duke)\n"


def test_a_share_of_nothing_is_written_as_c_writes_it():
    scores = evaluate([Tree.from_string("(NP (NN King))")], [Tree.from_string("(VP (NN King))")], parameters=COLLINS)
    lines = report(scores).splitlines()
    assert lines[5] == "                  0.00   0.00      0     1     1      0      1     1   100.00"
    assert lines.count("Bracketing FMeasure       =   -nan") == 2


def test_without_brackets_the_totals_are_of_words_alone():
    bare = Tree.from_string("(TOP (NN King))")
    assert report(evaluate([bare], [bare])).splitlines()[5] == "      1     1   100.00"


def test_as_json(scores):
    tables = as_json(scores)
    assert list(tables) == ["all", "len<=5"]
    assert tables["all"] == {
        "recall": 800 / 11,
        "precision": 800 / 12,
        "f1": pytest.approx(1600 / 23),
        "exact_match": 0,
        "tagging_accuracy": 90,
        "average_crossing": 1,
        "no_crossing": 50,
        "two_or_less_crossing": 100,
        "sentences": 4,
        "error_sentences": 1,
        "skipped_sentences": 1,
        "valid_sentences": 2,
        "matched_brackets": 8,
        "gold_brackets": 11,
        "predicted_brackets": 12,
        "crossing_brackets": 2,
        "words": 10,
        "correct_tags": 9,
    }
    assert (tables["len<=5"]["sentences"], tables["len<=5"]["recall"]) == (2, 50)


def test_nothing_to_score_is_still_json():
    tables = as_json(evaluate([], []))
    assert json.loads(json.dumps(tables, allow_nan=False)) == tables


def evalbs_outcome(gold: str, predicted: str, *, parameters: str, gold_tags: bool = False) -> tuple[str, str]:
    """What ours prints and complains of."""
    pair = read_pair(FOLDER / gold, FOLDER / predicted, unescape=False)
    try:
        scores = evaluate(*pair, parameters=read_parameters(FOLDER / parameters), gold_tags=gold_tags)
    except TooManyErrors as error:
        return rows_report(error.rows[:-1]), complaints(error.rows)
    return report(scores), complaints(scores.per_sentence)


@pytest.mark.skipif(not REPORTS, reason="no ../shared/evalb beside the checkout")
@pytest.mark.parametrize("path", REPORTS, ids=lambda path: path.name.removesuffix(".report.txt"))
def test_what_the_c_program_printed_of_real_parses(path):
    predicted, parameters = path.name.removesuffix(".report.txt").rsplit(".", 1)
    gold = f"{predicted.split('.')[0]}.gold.txt"
    said = path.with_name(path.name.replace(".report.", ".stderr."))
    expected = path.read_text(), said.read_text() if said.exists() else ""
    assert evalbs_outcome(gold, f"{predicted}.txt", parameters=f"{parameters}.prm") == expected
    if predicted.endswith(".goldtags"):
        own_tags = f"{predicted.removesuffix('.goldtags')}.txt"
        assert evalbs_outcome(gold, own_tags, parameters=f"{parameters}.prm", gold_tags=True) == expected
