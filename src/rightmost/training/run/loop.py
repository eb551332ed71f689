"""The training loop: epochs of steps with teacher forcing, each followed by an evaluation on the development trees."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from time import perf_counter

from torch import Tensor
from torch.optim import Optimizer

from rightmost.model.network import Network
from rightmost.training.data.prefetch import prefetched
from rightmost.training.data.sampler import Sampler
from rightmost.training.data.treebank import Treebank
from rightmost.training.distributed import Team
from rightmost.training.record.checkpoint import Checkpoint
from rightmost.training.record.development import Figures, development_figures
from rightmost.training.record.events import Evaluated, Listener, Stepped
from rightmost.training.record.finite import check_finite
from rightmost.training.record.ledger import Ledger
from rightmost.training.record.recorder import BEST, LAST, Recorder
from rightmost.training.record.standing import Standing
from rightmost.training.run.average import MovingAverage
from rightmost.training.run.optimiser import load_optimiser_tensors, optimiser_tensors, set_learning_rate
from rightmost.training.run.schedule import learning_rate_share
from rightmost.training.run.step import Stepper, Work
from rightmost.training.training_config import TrainingConfig


@dataclass
class Loop:
    """A run and its parts. `standing` moves on as it goes; every process goes through the same motions."""

    config: TrainingConfig
    network: Network
    optimiser: Optimizer
    average: MovingAverage | None
    sampler: Sampler
    stepper: Stepper
    ledger: Ledger
    recorder: Recorder
    dev: tuple[Treebank, ...]
    team: Team
    listener: Listener
    standing: Standing = field(default_factory=Standing)
    clock: float = 0.0  # when the steps since the last line of metrics began
    time_used: float | None = None  # the share of the run's minutes, when processes last asked

    def train(self) -> Standing:
        """Trains to the last epoch, from wherever the run stands."""
        self.network.train()
        self.clock = perf_counter()
        is_over = False
        while self.standing.epoch < self.config.epochs and not is_over:
            is_over = self._take_steps()
            self._end_epoch(is_over)
        return self.standing

    def resume(self, checkpoint: Checkpoint) -> None:
        """Puts the run where the checkpoint left it."""
        self.network.load_state_dict(checkpoint.tensors("weights"))
        load_optimiser_tensors(self.optimiser, self.network, checkpoint.tensors("optimiser"))
        if self.average is not None:
            self.average.load_tensors(checkpoint.tensors("average"))
        self.standing = Standing.from_json(checkpoint.state["standing"])

    def _take_steps(self) -> bool:
        """Takes the steps of this epoch that are still to be taken; whether time ran out meanwhile."""
        last: Work | None = None
        epoch = self.sampler.epoch(self.standing.epoch)
        is_over = False
        steps = enumerate(epoch[self.standing.index :], start=self.standing.step)
        for work in prefetched(steps, lambda numbered: self.stepper.work(numbered[1], numbered[0])):
            now = self.standing
            done = max((now.epoch + now.index / len(epoch)) / self.config.epochs, self._time_used())
            is_over = done >= 1.0
            if is_over:
                break
            share = learning_rate_share(self.config.optimiser, step=now.step, done=done, plateau=now.plateau)
            set_learning_rate(self.optimiser, share)
            self.ledger.add(self.stepper.take(work))
            if self.average is not None and self._is_common(now.step + 1):
                self.average.update(now.step + 1)
            self.standing = replace(now, index=now.index + 1, step=now.step + 1)
            last = work
            checkpoint = self.standing.step % self.config.checkpoint_every == 0
            if checkpoint or self.standing.step % self.config.log_every == 0:
                self._settle(len(epoch))
            if checkpoint:
                self.stepper.meet()
                self._check_finite(work)
                self._checkpoint()
        self._settle(len(epoch))
        self.stepper.meet()
        if last is not None:
            self._check_finite(last)
        return is_over

    def _check_finite(self, work: Work) -> None:
        """Stops the run before it saves weights that training cannot go on from. `work` is the last step's."""
        where = f"epoch {self.standing.epoch + 1}, step {self.standing.step}"
        check_finite(self._tensors(), self.stepper.loss(work), team=self.team, where=where)

    def _settle(self, steps: int) -> None:
        """Reads the figures of the last steps, which stops the run if one of them is no number."""
        interval = self.ledger.settled(self.standing.epoch)
        if interval is None:
            return
        speed = interval.words / max(self._lap(), 1e-9)
        self.recorder.steps(interval, self.standing, words_per_second=speed)
        self.listener(
            Stepped(
                epoch=self.standing.epoch + 1,
                epochs=self.config.epochs,
                step=self.standing.index,
                steps=steps,
                losses=interval.losses,
                words_per_second=speed,
                learning_rate=interval.learning_rate,
            )
        )

    def _end_epoch(self, is_over: bool) -> None:
        now = self.standing
        ended = now.epoch + 1
        found: dict[str, Figures] = {}
        best = False
        with self._averaged():
            if is_over or ended == self.config.epochs or ended % self.config.evaluate_every == 0:
                found = self._evaluated()
                f1 = Figures.mean(found.values()).f1
                best = f1 > now.plateau.best_f1
                settings = self.config.optimiser
                epochs = (ended - 1) % self.config.evaluate_every + 1  # since the figures were last taken
                plateau = now.plateau.after(f1, epochs=epochs, patience=settings.patience, factor=settings.factor)
                now = replace(now, plateau=plateau)
            if best:
                now = replace(now, best_epoch=ended, best=found)
                self.recorder.model(BEST, self.network, found, epoch=ended)
            self.recorder.model(LAST, self.network, found, epoch=ended)
        self._lap()
        self.standing = replace(now, epoch=ended, index=0, seconds=self.standing.seconds)
        self.recorder.epoch(self.standing, found, best=best)
        if found:
            self.listener(Evaluated(ended, self.config.epochs, Figures.mean(found.values()), best))
        self._checkpoint()

    def _evaluated(self) -> dict[str, Figures]:
        bfloat16 = self.config.precision == "bfloat16"
        return {
            treebank.path: development_figures(self.network, treebank.trees, team=self.team, bfloat16=bfloat16)
            for treebank in self.dev
        }

    def _tensors(self) -> dict[str, Mapping[str, Tensor]]:
        """All that a checkpoint holds."""
        tensors: dict[str, Mapping[str, Tensor]] = {
            "weights": self.network.state_dict(),
            "optimiser": optimiser_tensors(self.optimiser, self.network),
        }
        if self.average is not None:
            tensors["average"] = self.average.tensors()
        return tensors

    def _checkpoint(self) -> None:
        self.recorder.checkpoint(self._tensors(), self.standing)
        self.team.wait()  # no process runs ahead of what can be resumed
        self._lap()

    def _averaged(self) -> AbstractContextManager[None]:
        return nullcontext() if self.average is None else self.average.in_place()

    def _time_used(self) -> float:
        """The share of the run's minutes that is over; 0 where it has no end but its epochs', and at its beginning."""
        if self.config.minutes is None or self.standing.step == 0:
            return 0.0
        if self.time_used is None or self._is_common(self.standing.step):
            used = (self.standing.seconds + perf_counter() - self.clock) / (60.0 * self.config.minutes)
            self.time_used = self.team.leaders(used)
        return self.time_used

    def _is_common(self, step: int) -> bool:
        """Whether all processes have the same weights after that step."""
        return self.stepper.average_every is None or step % self.stepper.average_every == 0

    def _lap(self) -> float:
        """The seconds since last time, which the run's time grows by."""
        now = perf_counter()
        lap, self.clock = now - self.clock, now
        self.standing = replace(self.standing, seconds=self.standing.seconds + lap)
        return lap
