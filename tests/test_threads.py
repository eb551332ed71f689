"""What `import rightmost` asks of torch's threads."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

KEYS = {"GOMP_SPINCOUNT", "OMP_WAIT_POLICY"}


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, "3000"),
        ({"GOMP_SPINCOUNT": "5"}, "5"),
        ({"OMP_WAIT_POLICY": "PASSIVE"}, "None"),
    ],
)
def test_they_soon_sleep_unless_the_user_says_otherwise(given, expected):
    environment = {key: value for key, value in os.environ.items() if key not in KEYS} | given
    command = "import sys, rightmost, os; assert 'torch' not in sys.modules; print(os.environ.get('GOMP_SPINCOUNT'))"
    told = subprocess.run([sys.executable, "-c", command], env=environment, check=True, capture_output=True, text=True)
    assert told.stdout == f"{expected}\n"
