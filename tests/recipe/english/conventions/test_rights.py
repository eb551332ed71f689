from __future__ import annotations

import pytest
from english.conventions.rights import with_rights

from rightmost.trees.tree import Tree

FOR = "(PP (IN for) (NP (NN life)))"
RIGHT = "(DT a) (NN right)"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(
            f"(NP {RIGHT} (S (VP (TO to) (VP (VB Respect) {FOR}))))",
            f"(NP (NP {RIGHT}) (PP (TO to) (NP (NP (NN Respect)) {FOR})))",
            id="respect for",
        ),
        pytest.param(
            f"(NP {RIGHT} (S (VP (TO to) (VP (VB access) (PP (TO to) (NP (NNS files)))))))",
            f"(NP (NP {RIGHT}) (PP (TO to) (NP (NP (NN access)) (PP (TO to) (NP (NNS files))))))",
            id="access to",
        ),
        pytest.param(f"(NP {RIGHT} (S (VP (TO to) (VP (VB access) {FOR}))))", None, id="another preposition"),
        pytest.param(f"(NP {RIGHT} (S (VP (TO to) (VP (VB respect) (NP (NN life))))))", None, id="a verb"),
        pytest.param(f"(NP {RIGHT} (S (VP (TO to) (VP (VB fight) {FOR}))))", None, id="another verb"),
        pytest.param(f"(NP {RIGHT} (S (VP (MD can) (VP (VB respect) {FOR}))))", None, id="no to"),
        pytest.param(f"(NP {RIGHT} (S (VP (TO to) (VB respect))))", None, id="no phrase"),
        pytest.param(f"(NP (NP {RIGHT}) (S (VP (TO to) (VP (VB respect) {FOR}))))", None, id="not a word before it"),
        pytest.param(f"(NP (S (VP (TO to) (VP (VB respect) {FOR}))))", None, id="nothing before it"),
        pytest.param(f"(VP (VBD had) (S (VP (TO to) (VP (VB respect) {FOR}))))", None, id="no noun"),
    ],
)
def test_nouns_behind_to(before, after):
    made = with_rights(Tree.from_string(before))
    assert str(made) == (after or before)
    assert with_rights(made) == made
