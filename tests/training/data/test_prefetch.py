from __future__ import annotations

import threading

import pytest

from rightmost.training.data.prefetch import prefetched


def test_in_order_and_ahead():
    done = []

    def work(item):
        done.append(item)
        return item * 10

    results = prefetched(range(10), work, ahead=3)
    assert next(results) == 0
    assert len(done) <= 4
    assert list(results) == [10 * item for item in range(1, 10)]
    assert done == list(range(10))


def test_in_another_thread():
    (name,) = prefetched([None], lambda _: threading.current_thread().name)
    assert name != threading.current_thread().name


def test_faults_come_out_where_they_belong():
    results = prefetched([1, 0, 2], lambda item: 6 // item)
    assert next(results) == 6
    with pytest.raises(ZeroDivisionError):
        next(results)


def test_leaving_early_leaves_no_thread():
    before = threading.active_count()
    results = prefetched(range(1000), lambda item: item)
    assert next(results) == 0
    results.close()
    assert threading.active_count() == before
