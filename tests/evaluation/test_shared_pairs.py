"""What the real evalb said of real parses, where those files are at hand (beside the checkout)."""

from __future__ import annotations

from pathlib import Path

import pytest

from rightmost.evaluation.evalb import TooManyErrors, evaluate
from rightmost.evaluation.pairs import read_pair
from rightmost.evaluation.parameters import read_parameters
from rightmost.evaluation.report import complaints, report, rows_report

FOLDER = Path(__file__).parents[3] / "shared" / "evalb"
REPORTS = sorted(FOLDER.glob("*.report.txt"))

pytestmark = pytest.mark.skipif(not REPORTS, reason="no ../shared/evalb beside the checkout")


def evalbs_outcome(gold: str, predicted: str, *, parameters: str, gold_tags: bool = False) -> tuple[str, str]:
    """What ours prints and complains of."""
    pair = read_pair(FOLDER / gold, FOLDER / predicted, unescape=False)
    try:
        scores = evaluate(*pair, parameters=read_parameters(FOLDER / parameters), gold_tags=gold_tags)
    except TooManyErrors as error:
        return rows_report(error.rows[:-1]), complaints(error.rows)
    return report(scores), complaints(scores.per_sentence)


@pytest.mark.parametrize("path", REPORTS, ids=lambda path: path.name.removesuffix(".report.txt"))
def test_the_same_report(path):
    predicted, parameters = path.name.removesuffix(".report.txt").rsplit(".", 1)
    gold = f"{predicted.split('.')[0]}.gold.txt"
    said = path.with_name(path.name.replace(".report.", ".stderr."))
    expected = path.read_text(), said.read_text() if said.exists() else ""
    assert evalbs_outcome(gold, f"{predicted}.txt", parameters=f"{parameters}.prm") == expected
    if predicted.endswith(".goldtags"):
        own_tags = f"{predicted.removesuffix('.goldtags')}.txt"
        assert evalbs_outcome(gold, own_tags, parameters=f"{parameters}.prm", gold_tags=True) == expected
