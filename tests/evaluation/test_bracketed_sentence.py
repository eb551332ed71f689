from __future__ import annotations

import io

from rightmost.evaluation.bracketed_sentence import BracketedSentence, Quote, sentence_of, with_quotes_restored
from rightmost.evaluation.parameters import read_parameters
from rightmost.trees.tree import Span, Tree

PARAMETERS = read_parameters(
    io.StringIO(
        "DELETE_LABEL ``\nDELETE_LABEL ''\nDELETE_LABEL ,\nDELETE_LABEL_FOR_LENGTH ,\n"
        "QUOTE_LABEL ``\nQUOTE_LABEL ''\nQUOTE_LABEL POS\n"
    )
)


def sentence(text: str) -> BracketedSentence:
    return sentence_of(Tree.from_string(text), PARAMETERS)


def test_words_that_do_not_count_leave_their_brackets_behind():
    seen = sentence("(S (NP (NNP Arthur) (, ,)) (X ('' ')) (VP (VBZ sits)))")
    assert (seen.words, seen.tags, seen.length) == (("Arthur", "sits"), ("NNP", "VBZ"), 3)
    assert seen.brackets == (Span(0, 2, "S"), Span(0, 1, "NP"), Span(1, 1, "X"), Span(1, 2, "VP"))
    assert seen.quotes == (Quote("'", "''", place=1, bracket=3, open_brackets=(0, 2)),)


def test_no_tree():
    assert sentence_of(None, PARAMETERS) == BracketedSentence()


def test_a_quotation_mark_put_back_moves_what_is_behind_and_stretches_what_is_around():
    seen = sentence("(S (NP (NNP Arthur)) (X ('' ')) (VP (VBZ sits)))")
    whole = seen.with_quote(seen.quotes[0])
    assert (whole.words, whole.tags) == (("Arthur", "'", "sits"), ("NNP", "''", "VBZ"))
    assert whole.brackets == (Span(0, 3, "S"), Span(0, 1, "NP"), Span(1, 2, "X"), Span(2, 3, "VP"))


def test_marks_are_put_back_on_either_side():
    gold = sentence("(S (`` ') (NP (NNP Arthur)) (POS ') (VP (VBZ sits)))")
    predicted = sentence("(S (POS ') (NP (NNP Arthur)) ('' ') (VP (VBZ sits)))")
    restored = with_quotes_restored(gold, predicted, parameters=PARAMETERS)
    assert [side.words for side in restored] == [("'", "Arthur", "'", "sits")] * 2
    assert restored[0].tags == ("``", "NNP", "POS", "VBZ")
    assert restored[1].tags == ("POS", "NNP", "''", "VBZ")
    assert restored[0].brackets == restored[1].brackets == (Span(0, 4, "S"), Span(1, 2, "NP"), Span(3, 4, "VP"))


def test_marks_taken_out_of_both_stay_out():
    both = sentence("(S (`` ') (NP (NNP Arthur)) ('' '))")
    assert with_quotes_restored(both, both, parameters=PARAMETERS) == (both, both)
