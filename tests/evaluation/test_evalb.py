"""`evaluate`, from Python; and the figures of the C program, for trees written by hand."""

from __future__ import annotations

import io

import pytest
from hypothesis import given

from evaluation.figures import CASES, PARAMETERS
from rightmost.errors import MismatchedTrees, RightmostError
from rightmost.evaluation.evalb import TooManyErrors, evaluate
from rightmost.evaluation.evalb_report import rows_report
from rightmost.evaluation.parameters import COLLINS, Parameters, read_parameters
from rightmost.evaluation.scores import Scores, Status
from rightmost.trees.brackets import parse_brackets
from rightmost.trees.normalise import WRAPPERS
from rightmost.trees.tree import Leaf, Tree
from strategies import ARTHUR as BARE_ARTHUR
from strategies import messy_trees, trees

ARTHUR = f"(TOP {BARE_ARTHUR})"


def parameters(text: str = "") -> Parameters:
    return read_parameters(io.StringIO(f"DELETE_LABEL TOP\n{text}"))


def tree(text: str) -> Tree:
    return parse_brackets(text, keep_wrapper=True)


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_each_sentence_has_the_figures_of_the_c_program(case):
    (row,) = evaluate([case.gold], [case.predicted], parameters=case.parameters).per_sentence
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
    settings = read_parameters(io.StringIO(f"{PARAMETERS['plain']}MAX_ERROR 100\nCUTOFF_LEN 4"))
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


@pytest.mark.parametrize(("words", "short"), [(40, 1), (41, 0)])
def test_the_second_table_is_of_forty_words_at_most(words, short):
    flat = Tree("S", [Leaf("Arthur", "NNP")] * words)
    scores = evaluate([flat], [flat])
    assert scores.short is not None
    assert (scores.sentences, scores.short.sentences) == (1, short)


@pytest.mark.parametrize("gold", sorted(WRAPPERS))
@pytest.mark.parametrize("predicted", sorted(WRAPPERS))
def test_without_parameters_every_wrapper_root_is_top(gold, predicted):
    below = Tree.from_string("(NP (NNP Arthur))")
    scores = evaluate([Tree(gold, [below])], [Tree(predicted, [below])])
    assert (scores.matched_brackets, scores.gold_brackets, scores.predicted_brackets) == (1, 1, 1)
    assert evaluate([Tree(gold, [below])], [below]).f1 == 100


def test_without_parameters_a_wrapper_name_below_the_root_is_a_label():
    inside = Tree("S", [Tree("ROOT", [Leaf("Arthur", "NNP")])])
    assert evaluate([inside], [inside]).gold_brackets == 2


def test_without_parameters_there_is_no_error_limit():
    gold, other = tree(ARTHUR), tree("(TOP (NP (NN Excalibur)))")
    assert evaluate([gold] * 50, [other] * 50).error_sentences == 50


@pytest.mark.parametrize(("max_error", "passes"), [(0, 1), (3, 4)])
def test_gives_up_at_the_second_error_beyond_the_limit(max_error, passes):
    limited = parameters(f"MAX_ERROR {max_error}")
    good, bad = tree(ARTHUR), tree("(TOP (NP (NN Excalibur)))")
    assert evaluate([good] * 9, [bad] * passes + [good] * (9 - passes), parameters=limited).error_sentences == passes
    with pytest.raises(TooManyErrors) as raised:
        evaluate([good] * 9, [good, *[bad] * (passes + 1), *[good] * (7 - passes)], parameters=limited)
    assert [row.status for row in raised.value.rows] == [Status.VALID, *[Status.ERROR] * (passes + 1)]
    assert str(raised.value) == (
        f"gave up at sentence {passes + 2}, Length unmatch (6|1): "
        f"error {passes + 1} is too many for MAX_ERROR {max_error}; raise it, or mend the trees"
    )


def test_evalb_itself_starts_from_ten_errors():
    good, bad = tree(ARTHUR), tree("(TOP (NP (NN Excalibur)))")
    assert evaluate([good] * 11, [bad] * 11, parameters=parameters()).error_sentences == 11
    with pytest.raises(TooManyErrors):
        evaluate([good] * 12, [bad] * 12, parameters=parameters())


def test_a_skipped_sentence_is_no_error():
    limited = parameters("MAX_ERROR 0")
    assert evaluate([tree(ARTHUR)] * 9, [None] * 9, parameters=limited).skipped_sentences == 9


def test_gold_tags_save_a_sentence_with_a_mistagged_comma():
    gold = tree("(TOP (S (ADVP (RB Now)) (, ,) (VP (VB sit))))")
    predicted = tree("(TOP (S (ADVP (NN Now)) (IN ,) (VP (VB sit))))")
    assert evaluate([gold], [predicted]).error_sentences == 1
    saved = evaluate([gold], [predicted], gold_tags=True)
    assert (saved.error_sentences, saved.f1, saved.tagging_accuracy) == (0, 100, 100)


def test_words_that_are_brackets_are_written_escaped_in_the_reason():
    gold, predicted = Tree("NP", [Leaf("(", "-LRB-")]), Tree("NP", [Leaf("Holy Grail", "-LRB-")])
    (row,) = evaluate([gold], [predicted]).per_sentence
    assert row.reason == "Words unmatch (-LRB-|Holy-U+20-Grail)"


@given(messy_trees())
def test_a_tree_matches_itself(tree):
    scores = evaluate([tree], [tree])
    assert scores.error_sentences == 0
    assert scores.exact_sentences == scores.valid_sentences
    assert (scores.matched_brackets, scores.crossing_brackets) == (scores.gold_brackets, 0)


@given(trees())
def test_recall_one_way_is_precision_the_other(tree):
    flat = Tree("S", tree.leaves)
    there, back = evaluate([tree], [flat]), evaluate([flat], [tree])
    assert (there.recall, there.precision) == (back.precision, back.recall)


def test_any_depth():
    deep = 100_000
    word = (Leaf("Arthur", "NNP"), -deep)
    gold = Tree.from_flat((*[("NP", 1)] * deep, word))
    predicted = Tree.from_flat((("X", 1), *[("NP", 1)] * (deep - 1), word))
    assert evaluate([gold], [predicted], gold_tags=True).matched_brackets == deep - 1


@pytest.mark.parametrize(("gold", "predicted"), [(2, 1), (0, 3)])
def test_as_many_predicted_as_gold(gold, predicted):
    with pytest.raises(MismatchedTrees) as raised:
        evaluate([tree(ARTHUR)] * gold, [tree(ARTHUR)] * predicted)
    assert str(raised.value) == (
        f"{gold} gold trees, but {predicted} predicted: give one predicted tree, or None, for each gold tree"
    )


def test_one_tree_is_not_a_list_of_trees():
    arthur = Tree.from_string(ARTHUR)
    with pytest.raises(RightmostError, match="the gold trees are one Tree; allowed: a list of trees"):
        evaluate(arthur, [arthur])  # type: ignore[arg-type]
    with pytest.raises(RightmostError, match="the predicted trees are one str; allowed: a list of trees"):
        evaluate([arthur], ARTHUR)  # type: ignore[arg-type]


def test_text_is_not_a_tree():
    arthur = Tree.from_string(ARTHUR)
    with pytest.raises(
        RightmostError, match=r"predicted tree 2 is '\(S\)'; allowed: a Tree, or None where there is none"
    ):
        evaluate([arthur, arthur], [arthur, "(S)"])  # type: ignore[list-item]


def test_collins_is_what_goes_without_saying():
    pair = [tree(ARTHUR)], [tree(ARTHUR.replace("TOP", "ROOT"))]
    assert evaluate(*pair) == evaluate(*pair, parameters=COLLINS)
