"""One run, from its config to its result."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from safetensors import SafetensorError

from rightmost.errors import BadUsage, CorpusError, ModelError, UnreadableFile
from rightmost.model.network import Example, Network
from rightmost.modelfile.folder import load_model
from rightmost.modelfile.shipped import about_model
from rightmost.training.data.prefixes import Prefixes
from rightmost.training.data.sampler import Bools, Numbers, Sampler, is_own
from rightmost.training.data.treebank import Treebanks, warn_of_unknown_labels
from rightmost.training.distributed import Team
from rightmost.training.record.checkpoint import Checkpoint, CheckpointError
from rightmost.training.record.development import Figures, development_figures
from rightmost.training.record.events import Listener, Prepared
from rightmost.training.record.ledger import Ledger, NonFiniteLoss
from rightmost.training.record.recorder import BEST, LAST, Recorder
from rightmost.training.record.result import Result
from rightmost.training.record.standing import Standing
from rightmost.training.run.average import MovingAverage
from rightmost.training.run.loop import Loop
from rightmost.training.run.optimiser import build_optimiser
from rightmost.training.run.randomness import repeatable
from rightmost.training.run.sole import sole_writer
from rightmost.training.run.start import starting_network
from rightmost.training.run.step import Stepper
from rightmost.training.training_config import TrainingConfig

logger = logging.getLogger(__name__)

#: Settings that a resumed run may change: they have no part in its weights.
FREE = ("output", "device", "checkpoint_every", "log_every")
REPORTED = 1000  # sentences prepared between two reports


def run(config: TrainingConfig, treebanks: Treebanks, *, team: Team, listener: Listener, resume: bool) -> Result:
    """Trains, or goes on training, in the folder `config.output`; the result of its best model."""
    folder = Path(config.output)
    if folder.is_file():
        raise BadUsage(f"{folder}: a file, where the run's folder would be; name another (--output)")
    with sole_writer(folder, team):
        return _run(config, treebanks, team=team, listener=listener, resume=resume)


def _run(config: TrainingConfig, treebanks: Treebanks, *, team: Team, listener: Listener, resume: bool) -> Result:
    folder = Path(config.output)
    recorder = Recorder(folder, writes=team.leads, origin=_origin(config, treebanks))
    finished = _finished(recorder) if resume else None
    checkpoint = _checkpoint(recorder, resume=resume) if finished is None else None
    team.wait()  # before anybody writes where others still look
    if finished is not None:
        logger.info("%s: this run is finished; there is nothing to resume", folder)
        recorder.end()
        return finished
    with repeatable(team.device):
        loop = _loop(config, treebanks, recorder=recorder, team=team, listener=listener)
        if checkpoint is not None:
            loop.resume(checkpoint)
            logger.info("resuming from %s", checkpoint.folder)
        recorder.begin(metrics_bytes=checkpoint.state["metrics_bytes"] if checkpoint is not None else 0)
        standing = _trained(loop, folder)
    test = _tested(folder, treebanks, config=config, team=team)
    result = Result(config.seed, standing.best_epoch, standing.seconds, dev=standing.best, test=test)
    if team.leads:
        result.write(folder)
    recorder.end()
    return result


def _finished(recorder: Recorder) -> Result | None:
    """What the run came to, if it has come to its end; it must be the run that is asked for."""
    result = Result.read(recorder.folder)
    if result is None:
        return None
    try:
        origin = about_model(recorder.folder / BEST)["training"]
    except (ModelError, KeyError):  # the model was moved elsewhere
        return result
    changed = _changes(origin, recorder.origin)
    if changed:
        raise CheckpointError(
            f"{recorder.folder}: this run is finished, and it is not the one asked for: {'; '.join(changed)}. "
            "Start anew with another --output"
        )
    return result


def _checkpoint(recorder: Recorder, *, resume: bool) -> Checkpoint | None:
    """The checkpoint to resume from, if the run is to be resumed and has come so far."""
    if not resume:
        if any(path.exists() for path in (recorder.metrics.path, recorder.checkpoints.folder, recorder.result)):
            what = "holds a finished run; see its scores" if recorder.result.exists() else "holds a run; go on with it"
            raise BadUsage(f"{recorder.folder}: {what} (--resume), or name another (--output)")
        return None
    checkpoint = recorder.checkpoints.latest()
    if checkpoint is None and recorder.result.exists():
        raise CheckpointError(
            f"{recorder.result}: damaged, and no checkpoint is left to go on from; the run's models are kept. "
            "Start anew with another --output"
        )
    if checkpoint is None:
        logger.info("%s: no checkpoint to resume from yet; starting at the beginning", recorder.folder)
        return None
    changed = _changes(checkpoint.state["origin"], recorder.origin)
    if changed:
        raise CheckpointError(
            f"{checkpoint.folder}: cannot be resumed, since this is not the run it was: {'; '.join(changed)}. "
            "Resume with what it was, or start anew with another --output"
        )
    return checkpoint


def _origin(config: TrainingConfig, treebanks: Treebanks) -> dict[str, Any]:
    """What decides a run's weights: its settings and its data."""
    settings = {key: value for key, value in config.model_dump(mode="json").items() if key not in FREE}
    if config.start_from and config.model:  # the model's own settings hold, but for those asked for
        asked = config.model.model_dump(mode="json", exclude_unset=True)
        settings["model"] = {
            key: value for key, value in asked.items() if (key, value) != ("encoder", config.start_from)
        }
    return {"settings": settings, "data": treebanks.checksums()}


def _changes(before: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    old, new = _flat(before["settings"]), _flat(now["settings"])
    settings = [
        f"{key} was {old.get(key)!r} and is {new.get(key)!r}"
        for key in dict.fromkeys([*old, *new])
        if old.get(key) != new.get(key)
    ]
    files = [
        f"{path} holds other trees"
        for path, checksum in now["data"].items()
        if before["data"].get(path, checksum) != checksum
    ]
    return settings + files


def _flat(table: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for key, value in table.items():
        if isinstance(value, list) and any(isinstance(each, dict) for each in value):
            value = {str(number): each for number, each in enumerate(value)}
        flat |= _flat(value, f"{prefix}{key}.") if isinstance(value, dict) else {f"{prefix}{key}": value}
    return flat


def _loop(config: TrainingConfig, treebanks: Treebanks, *, recorder: Recorder, team: Team, listener: Listener) -> Loop:
    """All the parts of a run that has taken no step."""
    trees = treebanks.train_trees
    network = starting_network(config, treebanks.known_trees, device=team.device)
    warn_of_unknown_labels((*treebanks.dev, *treebanks.test), network.vocabulary)
    if config.compiled:
        network.compile_layers()
    optimiser = build_optimiser(network, config.optimiser)
    _check_styles(network, treebanks)
    _check_decoder(network, treebanks)
    shares = team.ranks if config.average_every else 1
    own = is_own(np.arange(len(trees)), rank=team.rank % shares, ranks=shares)
    examples = _prepared(network, treebanks, own, listener)
    pieces = _pieces(examples, team)
    stepper = Stepper(
        network,
        optimiser,
        examples=examples,
        pieces=pieces,
        words=np.array([len(tree.words) for tree in trees]),
        team=team,
        seed=config.seed,
        clip=config.optimiser.clip,
        micro_tokens=config.batch.micro_tokens,
        bfloat16=config.precision == "bfloat16",
        average_every=config.average_every,
        prefixes=_prefixes(config, treebanks),
    )
    return Loop(
        config=config,
        network=network,
        optimiser=optimiser,
        average=None if config.ema is None else MovingAverage(network, config.ema, every=stepper.average_every or 1),
        sampler=_sampler(config, treebanks, pieces),
        stepper=stepper,
        ledger=Ledger(team, words_of=lambda sentence: trees[sentence].words),
        recorder=recorder,
        dev=treebanks.dev,
        team=team,
        listener=listener,
    )


def _check_styles(network: Network, treebanks: Treebanks) -> None:
    known = network.config.styles
    for treebank in treebanks.train:
        if treebank.style is not None and treebank.style not in known:
            raise BadUsage(
                f"{treebank.path}: style {treebank.style!r}; the model knows {', '.join(known) or 'no styles'}: "
                "name it in model.styles"
            )


def _check_decoder(network: Network, treebanks: Treebanks) -> None:
    for treebank in treebanks.train:
        if treebank.prefixes and network.config.decoder == "in-order":
            why = "its last actions need the whole sentence; leave prefixes out"
            raise BadUsage(f"{treebank.path}: prefixes {treebank.prefixes:g} with the in-order decoder; {why}")
        if treebank.followed is not None and network.config.decoder != "graph":
            why = "only a decoder that sees the tree, and attaches, can learn from where another came"
            raise BadUsage(f"{treebank.followed.path}: followed by the {network.config.decoder} decoder; {why}")


def _prepared(network: Network, treebanks: Treebanks, own: Bools, listener: Listener) -> dict[int, Example]:
    """The sentences that this process may see, by number."""
    examples: dict[int, Example] = {}
    total = int(own.sum())
    numbered = enumerate((*trees, treebank.style) for treebank in treebanks.train for trees in treebank.pairs)
    for number, (tree, followed, style) in numbered:
        if own[number]:
            examples[number] = network.prepare(tree, style=style or network.config.style, followed=followed)
            if len(examples) % REPORTED == 0 or len(examples) == total:
                listener(Prepared(len(examples), total))
    return examples


def _prefixes(config: TrainingConfig, treebanks: Treebanks) -> Prefixes | None:
    """Which sentences are cut; None if none is."""
    sizes = [len(treebank.trees) for treebank in treebanks.train]
    shares = np.repeat([treebank.prefixes for treebank in treebanks.train], sizes)
    return Prefixes(shares, config.data.prefix_words, config.seed) if shares.any() else None


def _pieces(examples: Mapping[int, Example], team: Team) -> Numbers:
    """The subwords of every sentence, whichever process has it."""
    found: dict[int, int] = {}
    for part in team.gathered({number: example.pieces for number, example in examples.items()}):
        found |= part
    return np.array([found[number] for number in range(len(found))])


def _sampler(config: TrainingConfig, treebanks: Treebanks, pieces: Numbers) -> Sampler:
    sampler = Sampler(
        corpora=tuple((len(treebank.trees), treebank.weight) for treebank in treebanks.train),
        pieces=pieces,
        seed=config.seed,
        sentences=config.batch.sentences,
        tokens=config.batch.tokens,
        bucket=config.batch.bucket,
    )
    if not sampler.epoch(0):
        raise CorpusError("data.train: no sentence is drawn in an epoch; raise the weights")
    return sampler


def _trained(loop: Loop, folder: Path) -> Standing:
    """Where the loop ends; if it breaks off, with what is left to go on from."""
    try:
        return loop.train()
    except NonFiniteLoss as error:
        last = loop.recorder.checkpoints.latest()
        kept = f"the last good checkpoint is {last.folder}" if last else "there was no checkpoint yet"
        model = f", the last good model {folder / LAST}" if (folder / LAST).exists() else ""
        advice = "lower optimiser.learning_rate, or look at that batch"
        raise NonFiniteLoss(f"{error}; training stopped: {kept}{model}; {advice}") from None
    except (OSError, SafetensorError) as error:
        raise UnreadableFile(f"{folder}: cannot be written ({error}); make room, then go on with --resume") from None


def _tested(folder: Path, treebanks: Treebanks, *, config: TrainingConfig, team: Team) -> dict[str, Figures]:
    """The best model's figures on the test files."""
    if not treebanks.test:
        return {}
    network = load_model(folder / BEST, device=team.device)
    bfloat16 = config.precision == "bfloat16"
    return {
        treebank.path: development_figures(network, treebank.trees, team=team, bfloat16=bfloat16)
        for treebank in treebanks.test
    }
