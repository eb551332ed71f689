"""How a command or a script of recipe/ ends, never by a traceback: exit 0 done, 1 bad data, 2 bad usage, 130 Ctrl-C.

A process that is told to end (SIGTERM, exit 143) clears up as well.
"""

from __future__ import annotations

import io
import signal
import sys
import threading
from collections.abc import Callable

from rightmost.errors import Interrupted, RightmostError

TERMINATED = 143  # as a shell has it


def run(command: Callable[[], None]) -> None:
    """Runs the command, and says in one line why it could not be done."""
    if sys.stdout is None:  # closed, as by `>&-`
        print("rightmost: standard output is closed; there is nowhere to write to", file=sys.stderr)
        sys.exit(1)
    if isinstance(sys.stdout, io.TextIOWrapper) and not sys.stdout.isatty():
        sys.stdout.reconfigure(encoding="utf-8")  # data is UTF-8, whatever the locale
    is_default = signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    if is_default and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(TERMINATED))
    try:
        try:
            command()
        finally:
            sys.stdout.flush()  # a full disk is noticed here, not on the way out
    except RightmostError as error:
        print(f"rightmost: {error}", file=sys.stderr)
        sys.exit(error.exit_code)
    except (KeyboardInterrupt, SystemExit) as ended:
        if isinstance(ended, SystemExit) and ended.code != Interrupted.exit_code:  # which is what Typer makes of Ctrl-C
            raise
        print("rightmost: interrupted", file=sys.stderr)
        sys.exit(Interrupted.exit_code)
    except BrokenPipeError:  # the reader of our output has gone, as in `| head`
        sys.stderr.close()
        sys.exit(1)
    except OSError as error:
        print(f"rightmost: {error.filename or 'output'}: {error.strerror or error}", file=sys.stderr)
        sys.exit(1)
