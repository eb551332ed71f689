from __future__ import annotations

import pytest

from rightmost.progress_bar import bar


@pytest.mark.parametrize("total", [3, None])
def test_a_bar_goes_to_standard_error(total, capsys):
    with bar("parse", total=total, shown=True) as advance:
        advance(2)
        advance(1)
    out, err = capsys.readouterr()
    assert out == ""
    assert "parse" in err
    assert f"3/{total or '?'}" in err


def test_no_bar(capsys):
    with bar("parse", total=3, shown=False) as advance:
        advance(3)
    assert capsys.readouterr() == ("", "")
