from __future__ import annotations

import logging

from rightmost.training.record.development import Figures
from rightmost.training.record.events import Evaluated, Prepared, Stepped, in_words, log_event

STEPPED = Stepped(
    epoch=1,
    epochs=60,
    step=20,
    steps=1245,
    losses={"target": 1.0, "parent": 0.5, "new": 0.25, "tag": 0.125},
    words_per_second=12345.6,
    learning_rate=1e-5,
)
FIGURES = Figures(exact_match=57.29, f1=95.79, precision=96.04, recall=95.55, tagging_accuracy=97.0)


def test_events_in_words():
    assert in_words(Prepared(1000, 39832)) == "1,000 of 39,832 sentences prepared"
    assert in_words(STEPPED) == (
        "epoch 1/60, step 20/1245: loss 1.875 (target 1.000, parent 0.500, new 0.250, tag 0.125); 12,346 words/s"
    )
    assert in_words(Evaluated(3, 60, FIGURES, best=True)) == (
        "epoch 3/60: dev F1 95.79, EM 57.29, LP 96.04, LR 95.55 (best)"
    )
    assert in_words(Evaluated(3, 60, FIGURES, best=False)).endswith("LR 95.55")


def test_the_log_has_a_line_an_event_but_one_alone_for_preparing(caplog):
    caplog.set_level(logging.INFO)
    for event in (Prepared(1, 2), Prepared(2, 2), STEPPED):
        log_event(event)
    assert [message.split(":")[0] for message in caplog.messages] == [
        "2 of 2 sentences prepared",
        "epoch 1/60, step 20/1245",
    ]
