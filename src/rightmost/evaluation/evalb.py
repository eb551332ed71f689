"""The figures of evalb (Sekine and Collins), sentence by sentence and in all.

>>> from rightmost.trees.tree import Tree
>>> gold = Tree.from_string("(S (NP (NNP Arthur)) (VP (VBZ is) (NP (NN King))))")
>>> predicted = Tree.from_string("(S (NP (NNP Arthur)) (VP (VBZ is) (ADJP (NN King))))")
>>> scores = evaluate([gold], [predicted])
>>> scores.recall, scores.precision, scores.f1
(75.0, 75.0, 75.0)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rightmost.arguments import listed, refuse, shown
from rightmost.errors import MismatchedTrees, RightmostError
from rightmost.evaluation.bracketed_sentence import BracketedSentence, sentence_of, with_quotes_restored
from rightmost.evaluation.crossing import crossing_count
from rightmost.evaluation.gold_tags import with_gold_tags
from rightmost.evaluation.matching import Names, counted_brackets, matches
from rightmost.evaluation.parameters import COLLINS, Parameters
from rightmost.evaluation.scores import Scores, SentenceScore, Status, totals
from rightmost.trees.brackets import escape
from rightmost.trees.tree import Tree

_UNWRITABLE = re.compile(r"[()\s]|^$")


class TooManyErrors(MismatchedTrees):
    """More sentences went wrong than MAX_ERROR allows. The rows up to there are kept."""

    def __init__(self, rows: tuple[SentenceScore, ...], *, max_error: int) -> None:
        last = rows[-1]
        super().__init__(
            f"gave up at sentence {last.number}, {last.reason}: "
            f"error {max_error + 2} is too many for MAX_ERROR {max_error}; raise it, or mend the trees"
        )
        #: The last one is the error that was too many; evalb no longer prints its row.
        self.rows = rows


def evaluate(
    gold_trees: Iterable[Tree | None],
    predicted_trees: Iterable[Tree | None],
    *,
    parameters: Parameters | None = None,
    gold_tags: bool = False,
) -> Scores:
    """How well the predicted trees match the gold ones, in evalb's figures. None stands for a missing tree.

    `parameters` are evalb's, as `read_parameters` reads them; without any, Collins's labels, no error limit, and every
    wrapper root (TOP, ROOT, S1, VROOT, empty) as TOP. `gold_tags` first puts the gold tags into the predicted trees.
    Raises `TooManyErrors` where evalb gives up.
    """
    if parameters is not None and not isinstance(parameters, Parameters):
        refuse(parameters, "evalb's parameters (read_parameters reads them from a file)")
    parameters = COLLINS if parameters is None else parameters
    golds, predictions = _listed(gold_trees, "gold"), _listed(predicted_trees, "predicted")
    if len(golds) != len(predictions):
        counts = f"{len(golds)} gold trees, but {len(predictions)} predicted"
        raise MismatchedTrees(f"{counts}: give one predicted tree, or None, for each gold tree")
    if gold_tags:
        predictions = list(map(with_gold_tags, golds, predictions))
    return totals(_rows(golds, predictions, parameters=parameters), cutoff=parameters.cutoff)


def _listed(trees: Iterable[Tree | None], which: str) -> list[Tree | None]:
    if isinstance(trees, (Tree, str)):  # each can be gone through too, but not tree by tree
        raise RightmostError(f"the {which} trees are one {type(trees).__name__}; allowed: a list of trees")
    found: list[Tree | None] = listed(trees, f"a list of {which} trees")
    for number, tree in enumerate(found, start=1):
        if tree is not None and not isinstance(tree, Tree):
            raise RightmostError(
                f"{which} tree {number} is {shown(tree)}; allowed: a Tree, or None where there is none"
            )
    return found


def _rows(
    golds: Sequence[Tree | None], predictions: Sequence[Tree | None], *, parameters: Parameters
) -> tuple[SentenceScore, ...]:
    rows: list[SentenceScore] = []
    errors = 0
    names = Names(parameters)
    for number, (gold, predicted) in enumerate(zip(golds, predictions), start=1):
        row = _row(number, sentence_of(gold, parameters), predicted=sentence_of(predicted, parameters), names=names)
        rows.append(row)
        errors += row.status is Status.ERROR
        # evalb compares before it counts, so it lets one more error pass than it was told to.
        if parameters.max_error is not None and errors > parameters.max_error + 1:
            raise TooManyErrors(tuple(rows), max_error=parameters.max_error)
    return tuple(rows)


def _row(number: int, gold: BracketedSentence, *, predicted: BracketedSentence, names: Names) -> SentenceScore:
    if not predicted.words:
        return SentenceScore(number, gold.length, status=Status.SKIPPED)
    parameters = names.parameters
    if len(gold.words) != len(predicted.words):
        gold, predicted = with_quotes_restored(gold, predicted, parameters=parameters)
    reason = _difference(gold.words, predicted.words, parameters=parameters)
    if reason is not None:
        return SentenceScore(number, gold.length, status=Status.ERROR, reason=reason)
    gold_brackets, predicted_brackets = counted_brackets(gold, names), counted_brackets(predicted, names)
    same = gold_brackets == predicted_brackets  # which is common, and quickly seen
    return SentenceScore(
        number,
        gold.length,
        matched_brackets=len(gold_brackets) if same else len(matches(gold_brackets, predicted_brackets, names=names)),
        gold_brackets=len(gold_brackets),
        predicted_brackets=len(predicted_brackets),
        crossing_brackets=0 if same else crossing_count(gold_brackets, predicted_brackets, words=len(gold.words)),
        words=len(gold.words),
        correct_tags=sum(map(parameters.same_label, gold.tags, predicted.tags)),
    )


def _difference(gold: Sequence[str], predicted: Sequence[str], *, parameters: Parameters) -> str | None:
    """Why the words are not the same, in evalb's words; None if they are."""
    if len(gold) != len(predicted):
        return f"Length unmatch ({len(gold)}|{len(predicted)})"
    if gold == predicted:
        return None
    for one, other in zip(gold, predicted):
        if not parameters.same_word(one, other):
            return f"Words unmatch ({_written(one)}|{_written(other)})"
    return None


def _written(word: str) -> str:
    """The word as it stands in the file, where a bracket is escaped."""
    return escape(word) if _UNWRITABLE.search(word) else word
