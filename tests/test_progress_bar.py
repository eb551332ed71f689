from __future__ import annotations

import os
import subprocess
import sys

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


@pytest.mark.parametrize(
    "drawn",
    [
        "rightmost.progress_bar import bar; bar('parse', total=9, shown=True)",
        "rightmost.training.record.talk import _bar; _bar()",
    ],
)
def test_a_bar_that_a_signal_ends_gives_the_cursor_back(drawn):
    imported, _, made = drawn.partition("; ")
    program = (
        f"import os, signal\nfrom rightmost.ending import answer_signals\nfrom {imported}\n"
        f"answer_signals()\nwith {made}: os.kill(os.getpid(), signal.SIGTERM)\n"
    )
    ours, theirs = os.openpty()
    environment = {**os.environ, "TERM": "xterm"}
    done = subprocess.run([sys.executable, "-c", program], stderr=theirs, env=environment, timeout=300)
    os.close(theirs)
    shown = os.read(ours, 100_000)
    os.close(ours)
    assert done.returncode == 143
    assert shown.rindex(b"\x1b[?25h") > shown.rindex(b"\x1b[?25l")
