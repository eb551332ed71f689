"""How commands and scripts end."""

from __future__ import annotations

import shlex
import signal
import subprocess
import sys

import pytest

from rightmost.errors import BadUsage, Interrupted, RightmostError
from rightmost.outcome import run


def raising(error):
    def command():
        raise error

    return command


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (RightmostError("a.txt: no trees"), 1, "a.txt: no trees"),
        (BadUsage("a beam of 0"), 2, "a beam of 0"),
        (Interrupted("interrupted; go on with --resume"), 130, "interrupted; go on with --resume"),
        (KeyboardInterrupt(), 130, "interrupted"),
        (SystemExit(130), 130, "interrupted"),
        (OSError(28, "No space left on device"), 1, "output: No space left on device"),
        (PermissionError(13, "Permission denied", "a.txt"), 1, "a.txt: Permission denied"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, BaseException) else None,
)
def test_one_line_and_an_exit_code(error, code, said, capsys):
    with pytest.raises(SystemExit) as ended:
        run(raising(error))
    assert ended.value.code == code
    assert capsys.readouterr() == ("", f"rightmost: {said}\n")


def test_all_is_well(capsys):
    run(lambda: print("Arthur"))
    assert capsys.readouterr() == ("Arthur\n", "")


def test_other_exit_codes_stay(capsys):
    with pytest.raises(SystemExit) as ended:
        run(raising(SystemExit(3)))
    assert (ended.value.code, capsys.readouterr().err) == (3, "")


PRINTING = "[print('Arthur') for _ in range(100_000)]"
FULL = "rightmost: output: No space left on device\n"
CLOSED = "rightmost: standard output is closed; there is nowhere to write to\n"


@pytest.mark.parametrize(
    ("work", "shell", "expected"),
    [
        (PRINTING, "{} | true", (1, "", "")),
        (PRINTING, "{} >&-", (1, "", CLOSED)),
        (PRINTING, "{} >/dev/full", (1, "", FULL)),
        (PRINTING, "{} >/dev/full 2>&1", (1, "", "")),
        (PRINTING, "{} >&- 2>&-", (1, "", "")),
        ("check_output()", "{} >&-", (1, "", CLOSED)),
        ("check_output()", "{} >&- 2>&- <&-", (1, "", "")),
        ("check_output()", "{}", (0, "", "")),
        ("open('nono')", "{} 2>&-", (1, "", "")),
        ("open('nono')", "{} 2>/dev/full", (1, "", "")),
        ("open('nono')", "{} >&-", (1, "", "rightmost: nono: No such file or directory\n")),
        ("print('data', file=sys.stderr) or print('Arthur')", "{} 2>&-", (0, "Arthur\n", "")),
        ("print(os.open('.', os.O_RDONLY))", "{} <&-", (0, "3\n", "")),
        ("print(os.open('.', os.O_RDONLY))", "{} <&- 2>&-", (0, "3\n", "")),
        ("os.write(2, b'%d' % os.open('.', os.O_RDONLY))", "{} >&-", (0, "", "3")),
        ("os.write(1, b'lost')", "{} >&-", (1, "", "rightmost: output: Bad file descriptor\n")),
    ],
)
def test_standard_streams_that_go_nowhere_are_closed_or_full(work, shell, expected):
    program = f"import os, sys; from rightmost.outcome import check_output, run; run(lambda: {work})"
    command = "set -o pipefail; " + shell.format(shlex.join([sys.executable, "-c", program]))
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stdout, done.stderr) == expected


def test_a_process_that_is_told_to_end_clears_up(tmp_path):
    command = (
        "import os, signal\n"
        "from rightmost.files import written_atomically\n"
        "from rightmost.outcome import run\n"
        "def command():\n"
        f"    with written_atomically({str(tmp_path / 'out.txt')!r}) as stream:\n"
        "        stream.write('Arthur')\n"
        "        os.kill(os.getpid(), signal.SIGTERM)\n"
        "run(command)\n"
    )
    ended = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True)
    assert (ended.returncode, ended.stdout, ended.stderr) == (143, "", "")
    assert list(tmp_path.iterdir()) == []


def test_who_answers_that_already_goes_on_doing_so():
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    run(lambda: None)
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_IGN
    assert signal.getsignal(signal.SIGINT) is signal.SIG_DFL
