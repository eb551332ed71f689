"""A trained model, or the mean of several, packed in a quarter of its size, with its licence."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from torch import Tensor

from rightmost.errors import BadUsage, ModelError, RightmostError, UnreadableFile
from rightmost.evaluation.summary import RESULT
from rightmost.model.model_config import ModelConfig
from rightmost.model.network import Network
from rightmost.modelfile.folder import load_model, save_model
from rightmost.modelfile.shipped import about_model, model_folder, size_of
from rightmost.training.record.recorder import BEST
from rightmost.training.run.start import CHANGEABLE


@dataclass(frozen=True)
class Release:
    """A model that was packed, and what became of its size."""

    model: Path
    bytes_before: int
    folder: Path
    bytes_after: int
    #: Whether the model is of a run that has not come to its end.
    is_unfinished: bool


def pack(
    run: Path,
    out: Path,
    *,
    licence: str | None = None,
    style: str | None = None,
    mean_with: Sequence[Path] = (),
    force: bool = False,
) -> Release:
    """Writes the model of a run (its best), or of a model folder, with its matrices as int8 rows; all or nothing.

    `mean_with`: runs or models from the same start; the mean of all weights is packed. `licence` and `style` replace
    what the model has. `force` replaces a model that is in `out`; nothing else that is there is ever deleted.
    """
    out = out.resolve()
    _check_free(out, force=force)
    models = [model_in(folder) for folder in (run, *mean_with)]
    network = mean_of(models)
    if style is not None:
        _set_style(network, style)
    _check_weights(network.state_dict(), model=models[0])
    about = _about(models) | ({} if licence is None else {"licence": licence})
    before = size_of(models[0])  # which may be in `out`
    try:
        save_model(network, out, about=about, compact=True)
    except (OSError, SafetensorError) as error:
        raise UnreadableFile(f"{out}: cannot be written ({error}); name another folder, or make room") from None
    is_unfinished = models[0] == run / BEST and not (run / RESULT).exists()
    return Release(models[0], before, out, size_of(out), is_unfinished)


def model_in(run: Path) -> Path:
    """The model folder that is meant: the best of a run, or else a model by its folder or name."""
    if not (run / "config.json").is_file():
        if (run / BEST / "config.json").is_file():
            return run / BEST
        seeds = sorted(path.parent.parent.name for path in run.glob(f"seed-*/{BEST}/config.json"))
        if seeds:
            raise BadUsage(f"{run}: runs of several seeds ({', '.join(seeds)}); name one of them: {run / seeds[0]}")
    return model_folder(run)


def mean_of(folders: Sequence[Path]) -> Network:
    """A network whose weights are the mean of the models'."""
    network = load_model(folders[0])
    if len(folders) == 1:
        return network
    total = {name: tensor.double() for name, tensor in network.state_dict().items()}
    for folder in folders[1:]:
        other = load_model(folder)
        if other.vocabulary != network.vocabulary or _fixed(other.config) != _fixed(network.config):
            raise RightmostError(
                f"{folder}: other labels or settings than {folders[0]} has; there is no mean of the two"
            )
        for name, tensor in other.state_dict().items():
            total[name] += tensor
    network.load_state_dict({name: (tensor / len(folders)).float() for name, tensor in total.items()})
    return network


def _fixed(config: ModelConfig) -> dict[str, object]:
    """The settings that the weights depend on; a later step may have changed others."""
    return config.model_dump(exclude=set(CHANGEABLE - {"style"}))


def _set_style(network: Network, style: str) -> None:
    known = network.config.styles
    if style not in known:
        raise BadUsage(f"style {style!r}: the model knows {', '.join(known) or 'no styles'}")
    network.config = network.config.model_copy(update={"style": style})


def _check_weights(weights: dict[str, Tensor], *, model: Path) -> None:
    """Raises if a weight is no number, or too large for sixteen bits where it would be stored in so many."""
    for name, tensor in weights.items():
        if not torch.isfinite(tensor if tensor.ndim == 2 else tensor.half()).all():
            raise ModelError(f"{model}: a weight of {name} is no number, or too large to be packed; train it again")


def _about(models: Sequence[Path]) -> dict[str, Any]:
    """The first model's description of itself. A mean of models gets no scores, since those are of one model alone."""
    about = about_model(models[0])
    if len(models) == 1:
        return about
    return {name: about[name] for name in ("licence", "training") if name in about} | {"mean_of": len(models)}


def _check_free(out: Path, *, force: bool) -> None:
    """Refuses an `out` that holds anything, except, with `force`, a model and nothing else."""
    if out.exists() and not out.is_dir():
        raise BadUsage(f"{out}: a file, where the model's folder would be; name another")
    held = sorted(path.name for path in out.iterdir()) if out.is_dir() else []
    if held and not force:
        raise BadUsage(f"{out}: not empty (it holds {held[0]}); name another folder, or replace a model with --force")
    own = _model_files(out)
    foreign = [name for name in held if name not in own]
    if foreign:
        raise BadUsage(f"{out}: holds {foreign[0]}, which is no part of a model; --force will not delete it")


def _model_files(folder: Path) -> set[str]:
    """The names of the files that make up the model in the folder; none if no model is there."""
    try:
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        return {"config.json", *config["sha256"]}
    except (OSError, ValueError, KeyError, TypeError):
        return set()
