from __future__ import annotations

import pytest

from rightmost.encoding.letter_case import LetterCase, letter_case


@pytest.mark.parametrize(
    ("word", "case"),
    [
        *(("", LetterCase.NONE), ("42", LetterCase.NONE), ("--", LetterCase.NONE), ("王", LetterCase.NONE)),
        *(("king", LetterCase.SMALL), ("n't", LetterCase.SMALL), ("42nd", LetterCase.SMALL)),
        *(("King", LetterCase.CAPITALISED), ("A", LetterCase.CAPITALISED), ("'Tis", LetterCase.CAPITALISED)),
        *(("USA", LetterCase.CAPITAL), ("U.S.", LetterCase.CAPITAL)),
        *(("iPhone", LetterCase.MIXED), ("McAdam", LetterCase.MIXED)),
    ],
)
def test_letter_case(word, case):
    assert letter_case(word) is case
