from __future__ import annotations

import pytest
from english.conventions.list_items import with_list_items

from rightmost.trees.tree import Tree

GO = "(VP (VB Go))"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(f"(S (LS 1) {GO})", f"(S (LST (LS 1)) {GO})", id="no mark"),
        pytest.param(f"(S (LS 1) (. .) {GO} (. .))", f"(S (LST (LS 1) (. .)) {GO} (. .))", id="full stop"),
        pytest.param(f"(S (LS a) (: :) {GO})", f"(S (LST (LS a) (: :)) {GO})", id="colon"),
        pytest.param(
            f"(S (-LRB- -LRB-) (LS 1) (-RRB- -RRB-) {GO})",
            f"(S (LST (-LRB- -LRB-) (LS 1) (-RRB- -RRB-)) {GO})",
            id="brackets",
        ),
        pytest.param(f"(S (LS 1) (-RRB- -RRB-) {GO})", f"(S (LST (LS 1) (-RRB- -RRB-)) {GO})", id="one bracket"),
        pytest.param(
            f"(PRN (-LRB- -LRB-) (LS 1) {GO} (-RRB- -RRB-))",
            f"(PRN (-LRB- -LRB-) (LST (LS 1)) {GO} (-RRB- -RRB-))",
            id="brackets around more",
        ),
        pytest.param(f"(S (NP (LS 1) (. .)) {GO})", f"(S (LST (LS 1) (. .)) {GO})", id="all of a phrase"),
        pytest.param("(NP (-LRB- -LRB-) (LS 1) (-RRB- -RRB-))", "(LST (-LRB- -LRB-) (LS 1) (-RRB- -RRB-))", id="all"),
        pytest.param("(TOP (LS 1))", "(LST (LS 1))", id="nothing else"),
        pytest.param(
            f"(S (LS a) (. .) {GO} (, ,) (LS b) {GO})", f"(S (LST (LS a) (. .)) {GO} (, ,) (LST (LS b)) {GO})", id="two"
        ),
        pytest.param(f"(S (LST (LS 1) (. .)) {GO} (. .))", None, id="as it should be"),
        pytest.param("(NP (LST (LS 1)))", None, id="alone as it should be"),
        pytest.param(f"(S (LST (LS 1)) (. .) {GO})", None, id="a mark apart"),
        pytest.param(f"(S (NP (CD 1)) (. .) {GO})", None, id="another number"),
    ],
)
def test_numbers_of_items_are_lists(before, after):
    made = with_list_items(Tree.from_string(before))
    assert str(made) == (after or before)
    assert with_list_items(made) == made
