"""Signals, each sent to a process of its own."""

from __future__ import annotations

import signal

import pytest

from processes import Ended, ended, run, started

HEAD = """
import os, signal, sys
from rightmost.ending import advising, answer_signals, clearing, leave_signals
answer_signals()
def send(name): os.kill(os.getpid(), getattr(signal, name))
"""
pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="signals of POSIX")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("SIGINT", Ended(130, "", "rightmost: interrupted\n")),
        ("SIGTERM", Ended(143, "", "")),
        ("SIGHUP", Ended(129, "", "")),
    ],
)
def test_a_signal_ends_it_with_its_own_exit_code(name: str, expected: Ended) -> None:
    assert run(f"{HEAD}send({name!r}); print('lost')") == expected


def test_nothing_swallows_it() -> None:
    swallowing = "for _ in range(100):\n    try:\n        send('SIGTERM')\n    except BaseException:\n        pass\n"
    in_a_destructor = "class Deaf:\n    def __del__(self): send('SIGTERM')\nDeaf()\n"
    for program in (swallowing, in_a_destructor):
        assert run(f"{HEAD}{program}print('lost')") == Ended(143, "", "")


def test_what_must_not_be_left_is_cleared_the_last_first() -> None:
    program = (
        "with clearing(lambda: print('first')), clearing(lambda: 1 / 0):\n"
        "    with clearing(lambda: print('over')): pass\n"
        "    with clearing(lambda: print('last')): send('SIGTERM')\n"
    )
    assert run(HEAD + program) == Ended(143, "last\nfirst\n", "")


def test_what_was_printed_goes_out() -> None:
    assert run(f"{HEAD}print('Arthur'); send('SIGTERM')") == Ended(143, "Arthur\n", "")


def test_advice_is_that_of_the_innermost_block() -> None:
    program = (
        "with advising('rest'):\n    with advising('go on'): pass\n    with advising('resume it'): send('SIGINT')\n"
    )
    assert run(HEAD + program) == Ended(130, "", "rightmost: interrupted; resume it\n")


def test_a_signal_that_is_ignored_or_answered_stays_so() -> None:
    program = (
        "import signal\nsignal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
        "signal.signal(signal.SIGTERM, lambda *_: print('mine'))\n"
        f"{HEAD}send('SIGHUP'); send('SIGTERM'); leave_signals(); send('SIGTERM')\n"
    )
    assert run(program) == Ended(0, "mine\nmine\n", "")


def test_when_all_is_done_the_system_ends_it() -> None:
    assert run(f"{HEAD}leave_signals(); send('SIGINT')") == Ended(-signal.SIGINT, "", "")


def test_a_thread_may_ask_too() -> None:
    program = "import threading\nfrom rightmost.ending import answer_signals\n"
    program += "thread = threading.Thread(target=answer_signals); thread.start(); thread.join(); print('fine')"
    assert run(program) == Ended(0, "fine\n", "")


def test_a_forked_process_clears_nothing() -> None:
    program = (
        "with clearing(lambda: print('cleared')):\n"
        "    child = os.fork()\n"
        "    if child == 0: send('SIGTERM')\n"
        "    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))\n"
    )
    assert run(HEAD + program) == Ended(0, "143\n", "")


def test_output_that_nobody_reads_does_not_keep_it() -> None:
    process = started(f"{HEAD}sys.stderr.write('full\\n')\nwhile True: sys.stdout.write('Arthur' * 1000)")
    assert process.stderr is not None
    assert process.stderr.readline() == "full\n"
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=300) == 143
    process.communicate()


IMPORTING = """
import os, signal, sys
name, count = sys.argv.pop(1), int(sys.argv.pop(1))
def at_import(event, arguments):
    global count
    if event == "import":
        count -= 1
        if count == 0:
            os.kill(os.getpid(), getattr(signal, name))
sys.addaudithook(at_import)
from rightmost.__main__ import main
main()
"""


@pytest.mark.parametrize(("name", "code"), [("SIGTERM", 143), ("SIGINT", 130)])
@pytest.mark.parametrize("count", [25, 400, 700, 1000])  # some of which fall into numpy's import, and torch's
def test_none_is_lost_while_modules_are_imported(name: str, code: int, count: int) -> None:
    done = run(IMPORTING, name, count, "parse", "Arthur rides")
    assert done == Ended(code, "", "rightmost: interrupted\n" if name == "SIGINT" else "")


def test_none_is_lost_at_the_place_where_numpy_swallows_it() -> None:
    at_its_place = IMPORTING.replace('event == "import"', 'event == "import" and arguments[0].endswith(PLACE)')
    program = f"PLACE = '_multiarray_umath'\n{at_its_place}"
    assert run(program, "SIGTERM", 1, "parse", "Arthur rides") == Ended(143, "", "")


def test_ctrl_c_while_the_keyboard_s_owner_waits_for_input() -> None:
    process = started(f"{HEAD}print('ready', flush=True); sys.stdin.read(); print('lost')")
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    process.send_signal(signal.SIGINT)
    process.wait(timeout=300)
    assert ended(process) == Ended(130, "", "rightmost: interrupted\n")


def test_a_command_answers_before_it_imports_anything_slow() -> None:
    script = "import sys; before = set(sys.modules); import rightmost.__main__; print(len(set(sys.modules) - before))"
    assert int(run(script).out) <= 25
