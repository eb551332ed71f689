"""Whatever a user or an enemy gives us: done, or refused in one line. benchmarks/fuzz has the same for atheris."""

from __future__ import annotations

import pytest

from fuzz.targets import TARGETS


@pytest.mark.parametrize("name", TARGETS)
def test_a_fixed_sample(name):
    TARGETS[name].sample()


@pytest.mark.slow
@pytest.mark.parametrize("name", TARGETS)
def test_many(name):
    TARGETS[name].many()


def test_there_are_20_000_cases():
    assert sum(target.cases for target in TARGETS.values()) == 20_000
