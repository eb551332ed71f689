"""How a signal ends a command: half-written files are removed, output is flushed, and the process ends.

Nothing is raised where the signal finds the program, since an exception out of nowhere can be lost: numpy's import
puts another in its place, and a destructor's is printed and forgotten. What must not be left is on a list instead.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from _thread import start_new_thread
from contextlib import contextmanager, suppress

TYPE_CHECKING = False  # typing's own takes longer to import than everything else here
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

#: Ctrl-C, being told to end, and the loss of the terminal. The exit code is 128 and the number, as a shell has it.
SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
PATIENCE = 2.0  # seconds: nobody may read our output, and then it cannot be sent off

_clearing: dict[object, Callable[[], None]] = {}
_advice: list[str] = []
_owner = 0  # the process that answers; one that is forked off has nothing to clear up


def answer_signals() -> None:
    """Ends this process well from here on. A signal that is ignored (nohup), or somebody else's, stays as it is."""
    global _owner
    _owner = os.getpid()
    for number in SIGNALS:
        if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
            try:
                signal.signal(number, _end)
            except ValueError:  # not the main thread
                return


def leave_signals() -> None:
    """Gives the signals back to the system, which ends the process at once: all is done."""
    for number in SIGNALS:
        if signal.getsignal(number) is _end:
            signal.signal(number, signal.SIG_DFL)


@contextmanager
def clearing(remove: Callable[[], None]) -> Iterator[None]:
    """Has `remove` called if a signal ends the process before the block does."""
    key = object()
    _clearing[key] = remove
    try:
        yield
    finally:
        del _clearing[key]


@contextmanager
def advising(advice: str) -> Iterator[None]:
    """What is printed with `interrupted` if Ctrl-C comes within the block."""
    _advice.append(advice)
    try:
        yield
    finally:
        _advice.pop()


def _end(number: int, frame: object) -> None:
    code = 128 + number
    try:
        if os.getpid() == _owner:
            _clear_up(number, code)
    finally:
        os._exit(code)


def _clear_up(number: int, code: int) -> None:
    for each in SIGNALS:
        signal.signal(each, _ignore)
    _tried(lambda: start_new_thread(_give_up, (code,)))
    for remove in reversed([*_clearing.values()]):
        _tried(remove)
    if number == signal.SIGINT:
        line = "; ".join(["rightmost: interrupted", *_advice[-1:]])
        _tried(lambda: os.write(2, f"{line}\n".encode()))
    _tried(sys.stdout.flush)


def _tried(step: Callable[[], object]) -> None:
    """Takes the step. Those after it are taken even if it fails."""
    with suppress(BaseException):  # there is nobody left to tell
        step()


def _ignore(number: int, frame: object) -> None:
    """For a signal that comes while the process ends."""


def _give_up(code: int) -> None:
    time.sleep(PATIENCE)
    os._exit(code)
