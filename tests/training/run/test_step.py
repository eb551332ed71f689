from __future__ import annotations

import numpy as np
import pytest
import torch

from rightmost.errors import RightmostError
from rightmost.training.data.prefixes import Prefixes
from rightmost.training.distributed import Team
from rightmost.training.run.optimiser import build_optimiser, named_weights
from rightmost.training.run.step import Stepper
from rightmost.training.training_config import OptimiserConfig
from rightmost.trees.tree import Tree
from training.runs import TREES, tiny_network

ALL = np.arange(len(TREES))


def stepper(network, *, micro_tokens=10_000, clip=1e9, rank=0, ranks=1, prefixes=None):
    examples = [network.prepare(Tree.from_string(tree)) for tree in TREES]
    optimiser = build_optimiser(network, OptimiserConfig(name="rmsprop", learning_rate=1e-3))
    made = Stepper(
        network,
        optimiser,
        examples=examples,
        pieces=np.array([example.pieces for example in examples]),
        words=np.array([example.words for example in examples]),
        team=Team(0, 1, torch.device("cpu")),
        seed=1,
        clip=clip,
        micro_tokens=micro_tokens,
        bfloat16=False,
        prefixes=prefixes,
    )
    made._team = Team(rank, ranks, torch.device("cpu"))  # a share without the other processes
    return made


def gradients(network):
    return {name: weight.grad.clone() for name, weight in named_weights(network).items()}


def assert_same(ones, others):
    assert ones.keys() == others.keys()
    for name, one in ones.items():  # losses are taken in float32, whatever the weights are
        torch.testing.assert_close(one, others[name], rtol=1e-5, atol=1e-6)


def test_the_loss_is_summed_over_words_and_averaged_over_sentences():
    network = tiny_network().double()
    steps = stepper(network)
    taken = steps.take(steps.work(ALL, 0))
    other = tiny_network().double()
    losses = other.loss(other.collate(steps._examples))
    (losses.total / len(ALL)).backward()
    assert_same(gradients(network), gradients(other))
    assert taken.losses.sum().item() == pytest.approx(losses.total.item())
    assert (taken.step, taken.sentences, taken.words) == (1, 10, sum(len(tree.words) for tree in trees()))


def trees():
    return [Tree.from_string(tree) for tree in TREES]


def test_micro_batches_add_up():
    whole, parts = tiny_network().double(), tiny_network().double()
    one, many = stepper(whole), stepper(parts, micro_tokens=40)
    taken = one.take(one.work(ALL, 0))
    cut = many.take(many.work(ALL, 0))
    assert len(cut.micro_batches) > 2
    assert cut.losses.sum().item() == pytest.approx(taken.losses.sum().item())
    assert_same(gradients(parts), gradients(whole))


def test_shares_add_up():
    whole = tiny_network().double()
    one = stepper(whole)
    one.take(one.work(ALL, 0))
    total = {name: torch.zeros_like(gradient) for name, gradient in gradients(whole).items()}
    for rank in range(3):
        network = tiny_network().double()
        part = stepper(network, rank=rank, ranks=3)
        part._gradients(part.work(ALL, 0))
        for name, gradient in gradients(network).items():
            total[name] += gradient / 3  # the mean that DistributedDataParallel takes
    assert_same(total, gradients(whole))


def test_a_process_may_have_no_sentence():
    network = tiny_network()
    steps = stepper(network, rank=1, ranks=3)
    work = steps.work(ALL[:1], 0)
    assert work.batches == ()
    assert steps._gradients(work).shape == (0, 4)


def test_clipping():
    network = tiny_network()
    steps = stepper(network, clip=0.5)
    taken = steps.take(steps.work(ALL, 0))
    assert taken.gradient_norm.item() > 0.5
    clipped = torch.stack([gradient.norm() for gradient in gradients(network).values()]).norm()
    assert clipped.item() == pytest.approx(0.5, rel=1e-3)


class TooLarge:
    """Makes a network run out of memory on more than so many sentences at once."""

    def __init__(self, network, most):
        self.network, self.most, self.loss = network, most, network.loss
        network.loss = self

    def __call__(self, batch):
        if batch.sentences > self.most:
            raise torch.cuda.OutOfMemoryError("CUDA out of memory")
        return self.loss(batch)


def test_a_batch_that_does_not_fit_is_cut_smaller(caplog):
    plain, small = tiny_network().double(), tiny_network().double()
    one, other = stepper(plain, micro_tokens=400), stepper(small, micro_tokens=400)
    TooLarge(small, 3)
    one.take(one.work(ALL, 0))
    work = other.work(ALL, 0)
    assert max(len(part) for part, _ in work.batches) > 3
    other.take(work)
    assert caplog.messages[0] == "out of memory: from here on batch.micro_tokens is 200"
    assert max(len(part) for part, _ in other.work(ALL, 0).batches) <= 3
    assert_same(gradients(small), gradients(plain))


def test_a_sentence_that_never_fits():
    network = tiny_network()
    steps = stepper(network)
    TooLarge(network, 0)
    with pytest.raises(RightmostError) as caught:
        steps.take(steps.work(ALL[3:4], 0))
    longest = steps._pieces[3]
    assert str(caught.value) == f"a sentence of {longest} subwords does not fit in the device's memory, even alone"


def test_prefixes_add_up_to_the_loss_of_their_words():
    network = tiny_network().double()
    prefixes = Prefixes(np.ones(len(TREES)), 2, seed=1)
    steps = stepper(network, micro_tokens=40, prefixes=prefixes)
    work = steps.work(ALL, 5)
    sizes = [len(sentences) for sentences, _ in work.batches]
    assert sum(sizes) == len(work.lessons) > len(ALL)
    assert len(sizes) > 2
    taken = steps.take(work)
    other = tiny_network().double()
    whole = [(sentence, steps._examples[sentence]) for sentence in work.share.tolist()]
    lessons = prefixes.lessons(other, whole, step=5, rank=0)
    losses = other.loss(other.collate([example for _, example in lessons]))
    (losses.total / len(ALL)).backward()
    assert taken.losses.sum().item() == pytest.approx(losses.total.item())
    assert_same(gradients(network), gradients(other))
