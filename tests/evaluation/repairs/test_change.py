"""Changes: in words, and the places they are made at."""

from __future__ import annotations

import pytest

from rightmost.evaluation.repairs.change import Edit, Kind, Relocation, Surroundings

VP = Surroundings("VP", ("VBD",))


def test_edits_in_words() -> None:
    assert str(Edit(Kind.ADD, "NP", VP, ("NN",), over_word=True)) == "missing NP"
    assert str(Edit(Kind.REMOVE, "NP", VP, ("NN",), over_word=True)) == "extra NP"
    assert str(Edit(Kind.RELABEL, "NP", VP, ("NN",), over_word=True, instead_of="VP")) == "NP, not VP"


def test_relocations_in_words() -> None:
    assert str(Relocation(("CC", "NP"), VP, Surroundings("S"))) == "CC NP moves from VP to S"
    assert str(Relocation(("PP",), VP, Surroundings("S"), "NP")) == "PP moves from VP to S, under a new NP"
    assert Relocation(("PP",), VP, Surroundings("S")).kind is Kind.MOVE


@pytest.mark.parametrize(
    ("place", "alone"),
    [
        (Surroundings("VP"), True),
        (Surroundings("VP", left=("VBZ",)), False),
        (Surroundings("VP", right=("NP",)), False),
        (Surroundings("TOP"), False),
    ],
)
def test_the_only_child_of_a_node_that_counts_is_alone(place: Surroundings, alone: bool) -> None:
    assert place.alone is alone


@pytest.mark.parametrize(
    ("left", "right", "next_to"),
    [
        (["NP", "CC"], [], True),
        (["CC", "NP"], ["PP"], False),
        ([], ["CC", "NP"], True),
        ([], ["NP", "CC"], False),
        ([], [], False),
    ],
)
def test_only_the_nearest_siblings_are_next_to_it(left: list[str], right: list[str], next_to: bool) -> None:
    assert Surroundings("CC", tuple(left), tuple(right)).next_to("CC") is next_to
