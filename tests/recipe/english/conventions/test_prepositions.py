from __future__ import annotations

import pytest
from english.conventions.prepositions import with_prepositions

from rightmost.trees.tree import Tree

RAIN = "(NP (NN rain))"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(f"(PP (JJ due) (TO to) {RAIN})", f"(PP (JJ due) (PP (TO to) {RAIN}))", id="due to"),
        pytest.param(f"(PP (IN Due) (IN to) {RAIN})", f"(PP (IN Due) (PP (IN to) {RAIN}))", id="other tags"),
        pytest.param(f"(ADJP (JJ due) (TO to) {RAIN})", f"(ADJP (JJ due) (PP (TO to) {RAIN}))", id="adjective"),
        pytest.param(f"(PP (JJ due) (PP (TO to) {RAIN}))", None, id="as it should be"),
        pytest.param(f"(PP (IN next) (TO to) {RAIN})", None, id="next to"),
        pytest.param(f"(PP (RB mostly) (JJ due) (TO to) {RAIN})", None, id="something before it"),
        pytest.param("(VP (JJ due) (TO to) (VP (VB rain)))", None, id="a verb"),
        pytest.param("(PP (JJ due) (TO to) (NN rain))", None, id="no phrase"),
    ],
)
def test_prepositions_of_two_words(before, after):
    made = with_prepositions(Tree.from_string(before))
    assert str(made) == (after or before)
    assert with_prepositions(made) == made
