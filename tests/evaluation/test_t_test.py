from __future__ import annotations

import math

import pytest

from rightmost.evaluation.t_test import mean_and_error, permutation_p, student_p, welch_p


@pytest.mark.parametrize("t", [0.01, 0.5, 1.0, 2.0, 3.7, 12.0, 400.0])
def test_students_t_where_it_has_a_closed_form(t):
    assert student_p(t, 1) == pytest.approx(1 - 2 / math.pi * math.atan(t), rel=1e-9)
    assert student_p(t, 2) == pytest.approx(1 - t / math.sqrt(2 + t * t), rel=1e-7)
    u = t / math.sqrt(4 + t * t)
    assert student_p(t, 4) == pytest.approx(1 - u * (3 - u * u) / 2, rel=1e-4, abs=1e-12)
    assert student_p(-t, 3.3) == student_p(t, 3.3)


@pytest.mark.parametrize(
    ("t", "freedom", "p"),
    [(12.706, 1, 0.05), (4.303, 2, 0.05), (2.776, 4, 0.05), (2.228, 10, 0.05), (4.604, 4, 0.01), (1.984, 100, 0.05)],
)
def test_students_t_in_the_printed_tables(t, freedom, p):
    assert student_p(t, freedom) == pytest.approx(p, rel=2e-3)


@pytest.mark.parametrize(("t", "freedom"), [(3.4125, 3.806), (0.3, 2.5), (6.0, 7.9)])
def test_students_t_is_the_area_under_its_density(t, freedom):
    """With t = sqrt(freedom) tan(angle) the density is cos(angle) ** (freedom - 1), up to a factor."""

    def area(start: float, end: float, steps: int = 20_000) -> float:
        width = (end - start) / steps
        return width * sum(math.cos(start + (step + 0.5) * width) ** (freedom - 1) for step in range(steps))

    angle = math.atan(t / math.sqrt(freedom))
    assert student_p(t, freedom) == pytest.approx(area(angle, math.pi / 2) / area(0, math.pi / 2), rel=1e-5)


def test_with_many_degrees_of_freedom_it_is_normal():
    assert student_p(1.959964, 1e7) == pytest.approx(0.05, rel=1e-4)
    assert student_p(0.0, 3) == 1.0
    assert student_p(1e200, 3) == 0.0


def test_welch():
    # t = -4 / sqrt(2.5/5 + 10/5), freedom = 2.5² / (0.5²/4 + 2²/4) = 5.88
    one, other = [1.0, 2.0, 3.0, 4.0, 5.0], [3.0, 5.0, 7.0, 9.0, 11.0]
    assert welch_p(one, other) == pytest.approx(student_p(4 / math.sqrt(2.5), 6.25 / 1.0625))
    assert welch_p(one, other) == welch_p(other, one)
    assert welch_p(one, one) == 1.0
    assert welch_p([1.0], [1.0, 2.0]) is None
    assert welch_p([1.0, 1.0], [2.0, 2.0]) is None


def test_permutations():
    assert permutation_p([1.0, 2.0], [3.0, 4.0]) == pytest.approx(2 / 6)
    assert permutation_p([1.0, 2.0, 3.0, 4.0], [11.0, 12.0, 13.0, 14.0]) == pytest.approx(2 / 70)
    assert permutation_p([1.0, 1.0], [1.0, 1.0]) == 1.0
    assert permutation_p(list(map(float, range(20))), list(map(float, range(20)))) is None


def test_mean_and_error():
    assert mean_and_error([5.0]) == (5.0, None)
    assert mean_and_error([1.0, 3.0]) == pytest.approx((2.0, 1.0))
