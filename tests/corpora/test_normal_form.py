"""The shared steps to normal form."""

from __future__ import annotations

from rightmost.corpora.normal_form import normal_form, without_backslashes, without_repeats
from rightmost.trees.tree import Tree


def form(text: str, **options: object) -> str:
    return str(normal_form(Tree.from_string(text), **options))  # type: ignore[arg-type]


def test_empty_elements_function_tags_and_wrapper_go() -> None:
    text = "( (S (NP-SBJ-1 (NNP Arthur)) (VP (VBZ is) (NP-PRD (NN King) (PP (-NONE- *T*-1))))))"
    assert form(text) == "(S (NP (NNP Arthur)) (VP (VBZ is) (NP (NN King))))"


def test_nothing_but_empty_elements_is_none() -> None:
    assert normal_form(Tree.from_string("( (S (NP-SBJ (-NONE- *))))")) is None


def test_spliced_root_gives_way_too() -> None:
    assert form("(TITLE (NP (NML (NN king)) (NNS tales)))", splice={"TITLE", "NML"}) == "(NP (NN king) (NNS tales))"


def test_spliced_root_over_a_bare_leaf_or_over_several_is_wrapped() -> None:
    assert form("(TITLE (NN Grail))", splice={"TITLE"}) == "(TOP (NN Grail))"
    assert form("(TITLE (NN Grail) (. .))", splice={"TITLE"}) == "(TOP (NN Grail) (. .))"


def test_repeats_are_kept_unless_merged() -> None:
    text = "(S (NP (NP (PRP it)) (SBAR (-NONE- *EXP*-1))) (VP (VBZ is)))"
    assert form(text) == "(S (NP (NP (PRP it))) (VP (VBZ is)))"
    assert form(text, merge=True) == "(S (NP (PRP it)) (VP (VBZ is)))"


def test_repeats_merge_at_any_depth() -> None:
    deep = "(NP " * 5000 + "(NNP Arthur)" + ")" * 5000
    assert str(without_repeats(Tree.from_string(deep))) == "(NP (NNP Arthur))"


def test_words_get_their_characters_back() -> None:
    assert form(r"(NP (CD 1\/2) (NN \*))", word=without_backslashes) == "(NP (CD 1/2) (NN *))"
