from __future__ import annotations

import pytest

from rightmost.patterns.fault import PatternError
from rightmost.patterns.scanner import tokens

SYMBOLS = [
    *["<", ">", "<<", ">>", "<2", ">3", "<-1", ">-12", "<,", ">,", "<-", ">-", "<'", ">'", "<`", ">`", "<:", ">:"],
    *["<<,", ">>,", "<<-", ">>-", "<<'", ">>'", "<<`", ">>`", "<<:", ">>:", "<#", ">#", "<<#", ">>#", "<<<", "<<<1"],
    *["<<<-2", "<=", "==", ".", "..", ",", ",,", "$", "$+", "$-", "$++", "$--", "$.", "$,", "$..", "$,,", "<..."],
]


@pytest.mark.parametrize("symbol", SYMBOLS)
@pytest.mark.parametrize("space", ["", " "])
def test_each_relation_is_one_token(symbol, space):
    found = tokens(f"NP{space}{symbol}{space}(VP)")
    assert [(token.kind, token.text) for token in found] == [
        ("label", "NP"),
        ("relation", symbol),
        ("(", "("),
        ("label", "VP"),
        (")", ")"),
        ("end", ""),
    ]


@pytest.mark.parametrize("label", ["NP-SBJ", "S1", "-NONE-", "-LRB-", "名詞", "Ñ_x", "no2-"])
def test_labels(label):
    assert [token.text for token in tokens(label)] == [label, ""]


def test_kinds_and_places():
    found = tokens("__=a <+(!@X) /a\\/b/#1%v ~ a")
    assert [token.kind for token in found] == [
        *["any", "name", "relation", "(", "!", "@", "label", ")", "regex", "group", "link", "end"]
    ]
    assert [token.place for token in found][:3] == [0, 2, 5]


@pytest.mark.parametrize(
    ("pattern", "column", "message"),
    [
        ("NP < 1984", 6, "a label that begins with a digit; write it as a regular expression"),
        ("NP < /a", 6, "a regular expression without its end; expected another '/'"),
        ("NP= < VP", 3, "'=' without a name; expected one of letters and digits, as in NP=np"),
        ("NP % VP", 4, "'%' begins no label and no relation"),
        ('"NP"', 1, "'\"' begins no label and no relation"),
    ],
)
def test_what_is_no_token(pattern, column, message):
    with pytest.raises(PatternError) as raised:
        tokens(pattern)
    assert raised.value.column == column
    assert message in str(raised.value)
