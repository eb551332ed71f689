"""What `make` says where it cannot set itself up."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

from tool import ROOT

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="no make on this system")


def made(*arguments: str, **environment: str) -> tuple[int, str]:
    """Exit code and stderr of `make ARGUMENTS` in this checkout."""
    told = {key: value for key, value in os.environ.items() if key not in {"MAKEFLAGS", "MAKELEVEL"}} | environment
    command = ["make", "--directory", str(ROOT), *arguments]
    done = subprocess.run(command, env=told, capture_output=True, text=True, check=False, timeout=120)
    return done.returncode, done.stderr


def test_too_old_a_python_is_named(tmp_path):
    old = tmp_path / "python3.10"
    pretend = "import sys; sys.version_info = (3, 10, 13); sys.executable = 'python3.10'; exec(sys.argv[1])"
    old.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "{pretend}" "$2"\n')
    old.chmod(0o755)
    code, said = made("demo", f"PYTHON={old}", f"VENV={tmp_path / 'venv'}")
    assert code == 2
    assert said.startswith("make: python3.10 is Python 3.10, and 3.11 or newer is needed; try: make PYTHON=python3.13")
    assert not (tmp_path / "venv").exists()


@pytest.mark.slow
def test_a_failure_of_pip_ends_with_a_clear_line(tmp_path):
    nothing = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(tmp_path)}
    code, said = made("demo", f"PYTHON={sys.executable}", f"VENV={tmp_path / 'venv'}", **nothing)
    assert code == 2
    assert "ERROR: " in said  # of pip, whose words depend on its version
    assert "make: pip could not set this up; its lines above say why. It needs a package index, once.\n" in said
    assert not (tmp_path / "venv" / ".core").exists()
