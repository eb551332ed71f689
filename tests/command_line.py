"""The command line as a user meets it, without a new process."""

from __future__ import annotations

import contextlib
import io
import sys
from unittest import mock

from rightmost.__main__ import main


def run(*arguments: object) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of `rightmost ARGUMENTS`."""
    out, err = io.StringIO(), io.StringIO()
    with (
        mock.patch.object(sys, "argv", ["rightmost", *map(str, arguments)]),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        try:
            main()
        except SystemExit as stop:
            return int(stop.code or 0), out.getvalue(), err.getvalue()
    return 0, out.getvalue(), err.getvalue()
