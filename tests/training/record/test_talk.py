from __future__ import annotations

import io
import logging
import sys
from unittest import mock

import pytest

from rightmost.training.record.events import Evaluated, Prepared
from rightmost.training.record.talk import talking
from training.record.test_events import FIGURES, STEPPED


class Terminal(io.StringIO):
    def isatty(self):
        return True


def said(stream):
    """What a run says on a stderr like this."""
    logger = logging.getLogger("rightmost.training")
    with mock.patch.object(sys, "stderr", stream), talking() as listener:
        logger.info("resuming")
        logger.warning("out of memory")
        listener(Prepared(1, 2))
        listener(STEPPED)
        listener(Evaluated(3, 60, FIGURES, best=True))
    return stream.getvalue()


def test_lines_where_there_is_no_terminal():
    resuming, warning, step, scores = said(io.StringIO()).splitlines()
    assert (resuming, warning) == ("resuming", "rightmost: warning: out of memory")
    assert step.startswith("epoch 1/60, step 20/1245: loss 1.875")
    assert scores.startswith("epoch 3/60: dev F1 95.79")


def test_a_bar_in_a_terminal(monkeypatch):
    pytest.importorskip("rich")
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("TERM", "xterm")
    shown = said(Terminal())
    for part in (
        "epoch 1/60",
        "20/1245",
        "loss 1.875 (target 1.000",
        "12,346 words/s",
        "dev F1 95.79",
        "out of memory",
    ):
        assert part in shown


def test_lines_in_a_terminal_without_rich(monkeypatch):
    monkeypatch.setattr("rightmost.training.record.talk.find_spec", lambda name: None)
    assert len(said(Terminal()).splitlines()) == 4


def test_only_the_first_process_talks(monkeypatch):
    monkeypatch.setenv("RANK", "1")
    assert said(io.StringIO()) == ""


def test_the_log_is_left_as_it_was():
    logger = logging.getLogger("rightmost")
    before = logger.level, list(logger.handlers)
    said(io.StringIO())
    assert (logger.level, logger.handlers) == before
