from __future__ import annotations

import pickle

from rightmost.errors import BadUsage
from rightmost.patterns.fault import PatternError


def test_it_says_where():
    error = PatternError("expected a label", text="NP <\n  < PP", place=7)
    assert str(error) == "pattern:2:3: expected a label; in:   ^HERE^< PP"
    assert (error.line, error.column, error.text) == (2, 3, "NP <\n  < PP")
    assert isinstance(error, BadUsage)
    assert error.exit_code == 2


def test_a_long_line_is_shown_in_part():
    error = PatternError("no", text="A" * 500 + "B" * 500, place=500, source="operation")
    assert str(error) == f"operation:1:501: no; in: ...{'A' * 40}^HERE^{'B' * 40}..."


def test_it_may_go_to_another_process():
    error = PatternError("no", text="NP", place=1)
    other = pickle.loads(pickle.dumps(error))
    assert (str(other), other.line, other.column) == (str(error), 1, 2)
