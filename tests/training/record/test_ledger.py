from __future__ import annotations

import numpy as np
import pytest
import torch

from rightmost.training.distributed import Team
from rightmost.training.record.ledger import Ledger, NonFiniteLoss
from rightmost.training.run.step import Taken

WORDS = (
    ["Arthur", "is", "King", "of", "the", "Britons"],
    ["Go"],
    ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"],
)


def taken(losses, *, step=1, sentences=2, norm=3.0, batches=None):
    return Taken(
        step=step,
        sentences=sentences,
        words=10,
        learning_rate=1e-3,
        micro_batches=tuple(np.array(batch) for batch in batches or [[0], [1, 2]]),
        losses=torch.tensor(losses),
        gradient_norm=torch.tensor(norm),
    )


@pytest.fixture
def ledger():
    return Ledger(Team(0, 1, torch.device("cpu")), words_of=lambda sentence: tuple(WORDS[sentence]))


def test_means(ledger):
    assert ledger.settled(0) is None
    ledger.add(taken([[1.0, 2.0, 3.0, 4.0], [1.0, 0.0, 0.0, 0.0]]))
    ledger.add(taken([[1.0, 1.0, 1.0, 1.0]], norm=5.0, sentences=3))
    interval = ledger.settled(0)
    assert (interval.steps, interval.words, interval.gradient_norm) == (2, 20, 4.0)
    assert interval.losses == pytest.approx({"target": 0.6, "parent": 0.6, "new": 0.8, "tag": 1.0})
    assert interval.loss == pytest.approx(3.0)
    assert ledger.settled(0) is None


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (
            taken([[1.0, 1, 1, 1], [1, float("nan"), 1, 1]], step=7),
            "epoch 3, step 7: the loss is nan in the batch of 2 sentences that begins: Go",
        ),
        (
            taken([[float("inf"), 1, 1, 1]], step=7, batches=[[0]]),
            "epoch 3, step 7: the loss is inf in the batch of 1 sentence that begins: Arthur is King of the Britons",
        ),
        (
            taken([[1.0, 1, 1, 1]], step=7, norm=float("nan"), batches=[[2, 0]]),
            "epoch 3, step 7: the gradient's norm is nan in the batch of 2 sentences that begins: "
            "one two three four five six seven eight ...",
        ),
    ],
)
def test_a_loss_that_is_no_number(ledger, bad, message):
    ledger.add(taken([[1.0, 1.0, 1.0, 1.0]], step=6))
    ledger.add(bad)
    with pytest.raises(NonFiniteLoss) as caught:
        ledger.settled(2)
    assert str(caught.value) == message
