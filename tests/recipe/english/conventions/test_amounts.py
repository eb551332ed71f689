from __future__ import annotations

import pytest
from english.conventions.amounts import with_amounts

from rightmost.trees.tree import Tree


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(
            "(ADJP (QP (RB about) (CD 6)) (NNS feet) (JJ tall))",
            "(ADJP (NP (QP (RB about) (CD 6)) (NNS feet)) (JJ tall))",
            id="about six feet",
        ),
        pytest.param("(ADJP (RB very) (JJ old))", None, id="very"),
        pytest.param("(ADJP (NN year) (NN round) (JJ old))", None, id="no amount"),
        pytest.param("(NP (ADJP (RB too) (JJ many)) (NNS cooks))", None, id="a noun behind it"),
        pytest.param(
            "(VP (VBD fell) (NP (CD 2) (TO to) (CD 10)))",
            "(VP (VBD fell) (NP (CD 2)) (PP (TO to) (NP (CD 10))))",
            id="without a QP",
        ),
        pytest.param("(VP (VBD took) (NP (QP (CD 2) (TO to) (CD 10)) (NNS days)))", None, id="a range"),
        pytest.param("(VP (VBD fell) (NP (CD 2) (NNS points)))", None, id="by 2"),
        pytest.param("(VP (VBD lost) (NP (QP (CD 5) (TO to) (CD 10)) (NNS pounds)))", None, id="a range that is lost"),
        pytest.param("(VP (VBD fell) (NP (QP (IN from) (CD 2) (TO to) (CD 1)) (NNS points)))", None, id="from"),
        pytest.param(
            "(VP (VBD rose) (NP (QP ($ $) (CD 2) (CD million) (TO to) ($ $) (CD 10) (CD million))))",
            "(VP (VBD rose) (NP (QP ($ $) (CD 2) (CD million))) (PP (TO to) (NP (QP ($ $) (CD 10) (CD million)))))",
            id="millions",
        ),
        pytest.param(
            "(NP (DT a) (JJ new) (NN record) ($ $) (CD 2) (CD million))",
            "(NP (DT a) (JJ new) (NN record) (QP ($ $) (CD 2) (CD million)))",
            id="a new record",
        ),
        pytest.param(
            "(NP (DT a) (NN record) (ADJP (QP ($ $) (CD 2) (CD million))))",
            "(NP (DT a) (NN record) (QP ($ $) (CD 2) (CD million)))",
            id="an ADJP over the money",
        ),
        pytest.param("(NP (DT a) (NN record) (NP (QP (CD 2) (CD million))))", None, id="no money"),
        pytest.param("(NP (DT a) ($ $) (CD 2) (CD million))", None, id="nothing between"),
        pytest.param("(NP (JJ new) (NN record) ($ $) (CD 2) (CD million))", None, id="no article"),
        pytest.param(
            "(VP (VBD cost) (QP (CD 2) (CD million)))", "(VP (VBD cost) (NP (QP (CD 2) (CD million))))", id="a verb"
        ),
        pytest.param(
            "(VP (VBD rose) (QP (CD 2) (TO to) (CD 10)))",
            "(VP (VBD rose) (NP (CD 2)) (PP (TO to) (NP (CD 10))))",
            id="rose without an NP",
        ),
        pytest.param(
            "(VP (VBD rose) (NP (NN today)) (QP (CD 2) (CD million)))",
            "(VP (VBD rose) (NP (NN today)) (NP (QP (CD 2) (CD million))))",
            id="behind another phrase",
        ),
        pytest.param("(ADJP (QP (CD 2) (CD million)) (JJ strong))", None, id="part of a phrase"),
        pytest.param("(NP (QP (CD 2) (CD million)) (NNS men))", None, id="part of an NP"),
    ],
)
def test_amounts(before, after):
    made = with_amounts(Tree.from_string(before))
    assert str(made) == (after or before)
    assert with_amounts(made) == made
