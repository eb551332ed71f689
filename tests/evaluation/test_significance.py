from __future__ import annotations

import random
from itertools import product

import pytest

from rightmost.errors import BadUsage, MismatchedTrees
from rightmost.evaluation.scores import SentenceScore, Status, totals
from rightmost.evaluation.significance import compare

RESAMPLES = 40_000
#: Four standard errors of a share of so many resamples.
CLOSE = 4 * 0.5 / RESAMPLES**0.5


def scores(*rows: tuple[int, int, int] | None):
    """The scores of sentences with so many brackets matched, gold and predicted; None is an error."""
    return totals(
        [
            SentenceScore(number, 5, status=Status.ERROR, reason="Length unmatch (1|2)")
            if row is None
            else SentenceScore(number, 5, matched_brackets=row[0], gold_brackets=row[1], predicted_brackets=row[2])
            for number, row in enumerate(rows, start=1)
        ],
        cutoff=40,
    )


def figure_of(rows: list[tuple[int, int, int]], figure: str) -> float:
    """F1 or exact match, from first principles."""
    if figure == "exact_match":
        return 100 * sum(len(set(row)) == 1 for row in rows) / len(rows)
    matched, gold, predicted = map(sum, zip(*rows))
    return 200 * matched / (gold + predicted)


def exact_randomisation(one, other, figure: str) -> float:
    """The p-value over all 2^n ways to swap."""
    observed = abs(figure_of(one, figure) - figure_of(other, figure))
    outcomes = []
    for swaps in product([False, True], repeat=len(one)):
        first = [b if swap else a for a, b, swap in zip(one, other, swaps)]
        second = [a if swap else b for a, b, swap in zip(one, other, swaps)]
        outcomes.append(abs(figure_of(first, figure) - figure_of(second, figure)) >= observed - 1e-9)
    return sum(outcomes) / len(outcomes)


def exact_differences(one, other, figure: str) -> list[float]:
    """The difference in each of the n^n samples with replacement."""
    return [
        figure_of([other[at] for at in drawn], figure) - figure_of([one[at] for at in drawn], figure)
        for drawn in product(range(len(one)), repeat=len(one))
    ]


def random_rows(choose: random.Random, count: int) -> list[tuple[int, int, int]]:
    return [
        (5, 5, 5) if choose.random() < 0.4 else (choose.randint(0, 4), 5, choose.randint(4, 6)) for _ in range(count)
    ]


@pytest.mark.parametrize("figure", ["f1", "exact_match"])
@pytest.mark.parametrize("sentences", [1, 2, 5, 8])
def test_randomisation_is_the_enumeration_of_all_swaps(sentences, figure):
    choose = random.Random(sentences)
    for seed in range(3):
        one, other = random_rows(choose, sentences), random_rows(choose, sentences)
        found = getattr(compare(scores(*one), scores(*other), resamples=RESAMPLES, seed=seed), figure)
        assert found.randomisation_p == pytest.approx(exact_randomisation(one, other, figure), abs=CLOSE)


@pytest.mark.parametrize("figure", ["f1", "exact_match"])
@pytest.mark.parametrize("sentences", [1, 2, 3, 4])
def test_the_bootstrap_is_the_enumeration_of_all_samples(sentences, figure):
    choose = random.Random(10 + sentences)
    for seed in range(3):
        one, other = random_rows(choose, sentences), random_rows(choose, sentences)
        found = getattr(compare(scores(*one), scores(*other), resamples=RESAMPLES, seed=seed), figure)
        observed = figure_of(other, figure) - figure_of(one, figure)
        differences = exact_differences(one, other, figure)
        as_far = [abs(each - observed) >= abs(observed) - 1e-9 for each in differences]
        assert found.bootstrap_p == pytest.approx(sum(as_far) / len(as_far), abs=CLOSE)
        assert found.difference.value == pytest.approx(observed)
        # An interval's ends are among the differences that can occur, with the right share outside.
        low, high = found.difference.low, found.difference.high
        assert min(abs(low - each) for each in differences) < 0.01
        assert min(abs(high - each) for each in differences) < 0.01
        assert sum(each < low - 1e-9 for each in differences) / len(differences) <= 0.025 + CLOSE
        assert sum(each > high + 1e-9 for each in differences) / len(differences) <= 0.025 + CLOSE


def test_the_figures_are_evalbs():
    one, other = scores((3, 5, 4), (2, 2, 2)), scores((4, 5, 5), (1, 2, 3))
    comparison = compare(one, other, resamples=100)
    assert comparison.f1.one.value == pytest.approx(one.f1)
    assert comparison.f1.other.value == pytest.approx(other.f1)
    assert (comparison.exact_match.one.value, comparison.exact_match.other.value) == (50, 0)
    assert comparison.exact_match.difference.value == -50


def test_only_what_is_valid_for_both_counts():
    good, bad = (5, 5, 5), (1, 5, 5)
    whole = compare(scores(good, bad, good, None), scores(bad, None, good, good), resamples=500)
    alone = compare(scores(good, good), scores(bad, good), resamples=500)
    assert (whole.sentences, whole.compared, whole.left_out) == (4, 2, 2)
    assert (whole.f1, whole.exact_match) == (alone.f1, alone.exact_match)


def test_no_difference_at_all():
    one = scores((3, 5, 4), (2, 2, 2))
    found = compare(one, one, resamples=200)
    assert found.f1.difference.value == 0
    assert (found.f1.bootstrap_p, found.f1.randomisation_p) == (1, 1)


def test_no_brackets_is_no_score():
    found = compare(scores((0, 0, 0)), scores((0, 0, 0)), resamples=10)
    assert (found.f1.one.value, found.f1.randomisation_p, found.exact_match.one.value) == (0, 1, 100)


def test_a_seed_settles_everything():
    choose = random.Random(3)
    one, other = scores(*random_rows(choose, 30)), scores(*random_rows(choose, 30))
    assert compare(one, other, resamples=300, seed=7) == compare(one, other, resamples=300, seed=7)
    assert compare(one, other, resamples=300, seed=7) != compare(one, other, resamples=300, seed=8)


def test_turned_round():
    """Swapping the two only changes the sign."""
    choose = random.Random(4)
    one, other = scores(*random_rows(choose, 30)), scores(*random_rows(choose, 30))
    there, back = compare(one, other, resamples=300), compare(other, one, resamples=300)
    assert there.f1.difference.low == pytest.approx(-back.f1.difference.high)
    assert there.f1.bootstrap_p == back.f1.bootstrap_p
    assert there.f1.randomisation_p == back.f1.randomisation_p


def test_large_sets_are_drawn_in_parts(monkeypatch):
    choose = random.Random(5)
    one, other = scores(*random_rows(choose, 20)), scores(*random_rows(choose, 20))
    monkeypatch.setattr("rightmost.evaluation.significance._AT_A_TIME", 130)  # six resamples, and the last part fewer
    parts = compare(one, other, resamples=20_000)
    monkeypatch.undo()
    whole = compare(one, other, resamples=20_000)
    assert parts.f1.randomisation_p == pytest.approx(whole.f1.randomisation_p, abs=0.03)
    assert parts.f1.difference.low == pytest.approx(whole.f1.difference.low, abs=1.0)


def test_nothing_to_compare():
    with pytest.raises(MismatchedTrees, match=r"^1 sentences against 2: compare parses of the same ones$"):
        compare(scores((1, 1, 1)), scores((1, 1, 1), (1, 1, 1)))
    with pytest.raises(MismatchedTrees) as caught:
        compare(scores(None, (1, 1, 1)), scores((1, 1, 1), None))
    assert str(caught.value) == (
        "none of 2 sentences could be scored for both parsers: are their trees over the same words?"
    )


def test_bad_numbers():
    one = scores((1, 1, 1))
    with pytest.raises(BadUsage, match=r"^0 resamples; at least 1 is needed, and 10000 are usual$"):
        compare(one, one, resamples=0)
    with pytest.raises(BadUsage, match=r"^seed -1; allowed: a whole number, 0 or more$"):
        compare(one, one, seed=-1)
