"""One optimiser step: the gradients of all its sentences, over micro-batches and processes, then the update.

Processes share their gradients at every step (DistributedDataParallel). Or each trains alone for some steps, with the
gradients of its own sentences, and then all go on from the mean of their weights.
"""

from __future__ import annotations

import logging
import warnings
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.parallel import DistributedDataParallel
from torch.optim import Optimizer

from rightmost.errors import RightmostError
from rightmost.model.network import Batch, Example, Network
from rightmost.training.data.prefixes import Prefixes
from rightmost.training.data.sampler import Numbers, micro_batches, own_share, share_of
from rightmost.training.distributed import Team
from rightmost.training.run.optimiser import optimiser_tensors
from rightmost.training.run.randomness import seed_step

logger = logging.getLogger(__name__)

#: The parts of the loss, in the order of `Taken.losses`.
PARTS = ("target", "parent", "new", "tag")


@dataclass(frozen=True)
class Work:
    """This process's share of a step, ready for the network."""

    step: int  # its number, from 0
    sentences: Numbers  # of the whole step
    share: Numbers
    lessons: tuple[tuple[int, Example], ...]  # what is learnt of the share, each with its sentence
    batches: tuple[tuple[Numbers, Batch], ...]


@dataclass(frozen=True)
class Taken:
    """A step that was taken. Its figures may still be on their way from the device: reading them waits."""

    step: int
    sentences: int  # of the whole step, over all processes
    words: int
    learning_rate: float  # the highest, where the weights have several
    micro_batches: tuple[Numbers, ...]
    losses: Tensor  # (micro-batches, parts) of this process, each summed over its sentences
    gradient_norm: Tensor  # () before clipping


class Stepper:
    """Takes steps with one network and its optimiser."""

    def __init__(
        self,
        network: Network,
        optimiser: Optimizer,
        *,
        examples: Mapping[int, Example] | Sequence[Example],
        pieces: Numbers,
        words: Numbers,
        team: Team,
        seed: int,
        clip: float,
        micro_tokens: int,
        bfloat16: bool,
        average_every: int | None = None,
        prefixes: Prefixes | None = None,
    ) -> None:
        self._network = network
        self._optimiser = optimiser
        self._examples = examples
        self._pieces = pieces
        self._words = words
        self._team = team
        self._seed = seed
        self._clip = clip
        self._micro_tokens = micro_tokens
        self._bfloat16 = bfloat16
        self._prefixes = prefixes
        self._weights = [weight for weight in network.parameters() if weight.requires_grad]
        #: Steps between two averages of the weights; None: gradients are shared at every step.
        self.average_every = average_every if team.ranks > 1 else None
        is_alone = team.ranks == 1 or self.average_every is not None
        self._loss: nn.Module = _Loss(network) if is_alone else _distributed(_Loss(network))

    def work(self, sentences: Numbers, step: int) -> Work:
        """This process's share of step number `step`, which is over `sentences`, in micro-batches."""
        taken = own_share if self.average_every else share_of
        share = taken(sentences, self._pieces, rank=self._team.rank, ranks=self._team.ranks)
        lessons = self._lessons(share, step)
        return Work(step, sentences, share, lessons, self._cut(lessons))

    def take(self, work: Work) -> Taken:
        """Takes the step."""
        losses = self._gradients(work)
        self._share_gradients()
        norm = nn.utils.clip_grad_norm_(self._weights, self._clip)
        self._optimiser.step()
        if self.average_every and (work.step + 1) % self.average_every == 0:
            self._team.average(self._weights)
        return Taken(
            step=work.step + 1,
            sentences=len(work.sentences),
            words=int(self._words[work.sentences].sum()),
            learning_rate=max(group["lr"] for group in self._optimiser.param_groups),
            micro_batches=tuple(sentences for sentences, _ in work.batches),
            losses=losses,
            gradient_norm=norm.detach(),
        )

    @torch.no_grad()
    def loss(self, work: Work) -> Tensor:  # ()
        """The loss of this process's first micro-batch with the weights as they are; 0 if it has none."""
        total = torch.zeros((), device=self._team.device)
        self._network.eval()  # which draws nothing at random
        for _, batch in work.batches[:1]:
            with torch.autocast(self._team.device.type, dtype=torch.bfloat16, enabled=self._bfloat16):
                losses = self._network.loss(batch.to(self._team.device))
            total = total + losses.target + losses.parent + losses.new + losses.tag
        self._network.train()
        return total

    def meet(self) -> None:
        """Gives processes that train alone the mean of all they have, the optimiser's state included."""
        if self.average_every:
            state = optimiser_tensors(self._optimiser, self._network)
            self._team.average([*self._weights, *(tensor for tensor in state.values() if tensor.ndim)])

    def _gradients(self, work: Work) -> Tensor:
        """Leaves this process's gradients in the weights; a batch that does not fit is cut smaller, for good."""
        while True:
            self._optimiser.zero_grad(set_to_none=True)
            seed_step(self._seed, step=work.step, rank=self._team.rank)
            try:
                return self._accumulated(work)
            except torch.cuda.OutOfMemoryError:
                largest = max(len(sentences) for sentences, _ in work.batches)
            if largest == 1:
                longest = int(self._pieces[work.share].max())
                raise RightmostError(
                    f"a sentence of {longest} subwords does not fit in the device's memory, even alone"
                )
            self._micro_tokens = self._micro_tokens // 2
            logger.warning("out of memory: from here on batch.micro_tokens is %s", self._micro_tokens)
            torch.cuda.empty_cache()
            work = replace(work, batches=self._cut(work.lessons))

    def _accumulated(self, work: Work) -> Tensor:  # (micro-batches, parts)
        # Summed over words, averaged over the whole step's sentences (the paper's loss); the processes' number
        # undoes the mean that DistributedDataParallel takes over them.
        weight = 1.0 / max(1, len(work.share)) if self.average_every else self._team.ranks / len(work.sentences)
        losses = []
        with self._without_sharing():
            for _, batch in work.batches:
                with torch.autocast(self._team.device.type, dtype=torch.bfloat16, enabled=self._bfloat16):
                    parts: Tensor = self._loss(batch.to(self._team.device))
                torch.autograd.backward(parts.sum() * weight)
                losses.append(parts.detach())
        return torch.stack(losses) if losses else torch.zeros(0, len(PARTS), device=self._team.device)

    def _share_gradients(self) -> None:
        """Gives every process the mean of all gradients.

        One empty pass does it, after all micro-batches: so processes may have unequally many of them, or none, and a
        weight that a batch happens not to use cannot leave the others waiting.
        """
        if isinstance(self._loss, DistributedDataParallel):
            torch.autograd.backward(self._loss(None))
        for weight in self._weights:
            if weight.grad is None:
                weight.grad = torch.zeros_like(weight)

    def _without_sharing(self) -> AbstractContextManager[None]:
        if isinstance(self._loss, DistributedDataParallel):
            return self._loss.no_sync()
        return nullcontext()

    def _lessons(self, share: Numbers, step: int) -> tuple[tuple[int, Example], ...]:
        """The sentences of the share as they are learnt from, whole or as prefixes."""
        whole = [(sentence, self._examples[sentence]) for sentence in share.tolist()]
        if self._prefixes is None:
            return tuple(whole)
        return tuple(self._prefixes.lessons(self._network, whole, step=step, rank=self._team.rank))

    def _cut(self, lessons: Sequence[tuple[int, Example]]) -> tuple[tuple[Numbers, Batch], ...]:
        sentences = np.array([sentence for sentence, _ in lessons], dtype=np.int64)
        pieces = np.array([example.pieces for _, example in lessons], dtype=np.int64)
        parts = micro_batches(np.argsort(pieces, kind="stable"), pieces, tokens=self._micro_tokens)
        return tuple(
            (sentences[part], self._network.collate([lessons[place][1] for place in part.tolist()])) for part in parts
        )


def _distributed(loss: nn.Module) -> DistributedDataParallel:
    with warnings.catch_warnings():
        # Newer versions of torch have another name for it, which older ones do not know.
        warnings.filterwarnings("ignore", "`broadcast_buffers` is deprecated", FutureWarning)
        # Buffers never change. Left to itself each first pass would send them, and a process without one would hang.
        return DistributedDataParallel(loss, broadcast_buffers=False)


class _Loss(nn.Module):
    """The network's losses as a forward pass, which is what DistributedDataParallel wraps."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        self.network = network

    def forward(self, batch: Batch | None) -> Tensor:  # (parts,), or () without a batch
        if batch is None:
            return torch.stack([weight.sum() for weight in self.parameters() if weight.requires_grad]).sum() * 0.0
        losses = self.network.loss(batch)
        return torch.stack([losses.target, losses.parent, losses.new, losses.tag])
