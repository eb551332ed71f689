"""A model as a folder: `config.json`, `vocabulary.json`, tokenizer files, one or more `*.safetensors`. Never pickle."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from torch import Tensor

from rightmost.encoding.bert import Bert, Shape, is_plain_bert
from rightmost.encoding.pretrained import quiet_transformers, subwords_for, transformer_from_config
from rightmost.encoding.tokenizer import FileTokenizer, read_tokenizer
from rightmost.errors import ModelError
from rightmost.files import sha256_of
from rightmost.model.build import assemble
from rightmost.model.model_config import ModelConfig
from rightmost.model.network import Network
from rightmost.model.vocabulary import Vocabulary
from rightmost.modelfile.compact import compacted, restored
from rightmost.modelfile.weightless import weightless

if TYPE_CHECKING:
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

FORMAT = 1
MOST_BYTES = 45_000_000  # in one file, so that each stays under 50 MB
PART = "@"  # a tensor too large for one file is cut by rows into NAME@0, NAME@1, ...


def save_model(network: Network, folder: Path, *, about: Mapping[str, Any], compact: bool = False) -> None:
    """Writes the model, all or nothing; replaces a model that is there already. `compact`: in a quarter of the size."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}.") as scratch:
        made = Path(scratch) / "new"
        made.mkdir()
        _write(network, made, about, compact=compact)
        old = Path(scratch) / "old"
        if folder.exists():
            folder.rename(old)
        try:
            made.rename(folder)
        except OSError:
            if old.exists():
                old.rename(folder)
            raise


def _write(network: Network, folder: Path, about: Mapping[str, Any], *, compact: bool) -> None:
    weights = {name: tensor.detach().cpu().contiguous() for name, tensor in network.state_dict().items()}
    shards = list(_shards(compacted(weights) if compact else weights))
    for number, shard in enumerate(shards, start=1):
        path = folder / f"weights-{number}-of-{len(shards)}.safetensors"
        save_file(shard, path)
        path.chmod(0o644)
    (folder / "vocabulary.json").write_text(_json(network.vocabulary.to_json()), encoding="utf-8")
    with quiet_transformers():
        network.subwords.tokenizer.save_pretrained(str(folder))
    checksums = {path.name: sha256_of(path) for path in sorted(folder.iterdir())}
    config = {
        "format": FORMAT,
        "model": network.config.model_dump(),
        "encoder": network.encoder.transformer.config.to_dict(),
        "about": dict(about),
        "sha256": checksums,
    }
    (folder / "config.json").write_text(_json(config), encoding="utf-8")


def load_model(folder: Path, *, device: torch.device | str = "cpu") -> Network:
    """The model in the folder, ready to parse."""
    config = _read_config(folder)
    try:
        vocabulary = Vocabulary.from_json(json.loads((folder / "vocabulary.json").read_text(encoding="utf-8")))
        settings = ModelConfig.model_validate(config["model"])
        transformer = _empty_transformer(config["encoder"])
        subwords = subwords_for(transformer, _tokenizer(folder))
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ModelError(f"{folder}: a damaged model folder ({str(error).splitlines()[0]}); get it again") from None
    with weightless():
        network = assemble(settings, vocabulary, transformer, subwords)
    _load_weights(network, folder)
    return network.to(device).eval()


def _empty_transformer(settings: Mapping[str, Any]) -> PreTrainedModel | Bert:
    """An encoder of that shape, whatever its weights."""
    if is_plain_bert(settings):
        with weightless():
            return Bert(Shape(settings))
    from transformers import AutoConfig  # which takes two seconds

    shape = dict(settings)
    return transformer_from_config(AutoConfig.for_model(shape.pop("model_type"), **shape))


def _tokenizer(folder: Path) -> PreTrainedTokenizerBase | FileTokenizer:
    tokenizer = read_tokenizer(folder)
    if tokenizer is not None:
        return tokenizer
    from transformers import AutoTokenizer

    with quiet_transformers():
        found: PreTrainedTokenizerBase = AutoTokenizer.from_pretrained(str(folder))
    return found


def _read_config(folder: Path) -> dict[str, Any]:
    """The folder's config, after checking that all files are there and whole."""
    path = folder / "config.json"
    if not path.is_file():
        raise ModelError(f"{folder}: no model here: expected config.json, vocabulary.json and *.safetensors")
    try:
        config: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        version = config["format"]
        checksums: dict[str, str] = dict(config["sha256"].items())
    except (json.JSONDecodeError, KeyError, TypeError, AttributeError, UnicodeDecodeError):
        raise ModelError(f"{path}: not the config of a Rightmost model; did something else make it?") from None
    if version != FORMAT:
        raise ModelError(f"{path}: model format {version}; this version of Rightmost reads format {FORMAT}: update it")
    for name, checksum in checksums.items():
        if not (folder / name).is_file():
            raise ModelError(f"{folder}: {name} is missing; get the model again")
        if sha256_of(folder / name) != checksum:
            raise ModelError(f"{folder / name}: damaged or cut short (its checksum differs); get the model again")
    return config


def _load_weights(network: Network, folder: Path) -> None:
    weights: dict[str, Tensor] = {}
    for path in sorted(folder.glob("*.safetensors")):
        try:
            weights |= load_file(path)
        except SafetensorError as error:
            raise ModelError(f"{path}: not a weights file ({error}); get the model again") from None
    parts: dict[str, list[str]] = {}
    for name in weights:
        if PART in name:
            parts.setdefault(name.split(PART)[0], []).append(name)
    for name, names in parts.items():
        ordered = sorted(names, key=lambda part: int(part.split(PART)[1]))
        weights[name] = torch.cat([weights.pop(part) for part in ordered])
    try:
        network.load_state_dict(restored(weights), assign=True)
    except RuntimeError as error:
        raise ModelError(
            f"{folder}: the weights do not fit the config ({str(error).splitlines()[-1].strip()})"
        ) from None


def _shards(weights: Mapping[str, Tensor]) -> Iterator[dict[str, Tensor]]:
    """The weights in groups that stay under the limit."""
    shard: dict[str, Tensor] = {}
    room = MOST_BYTES
    for name, tensor in _parts(weights):
        size = tensor.numel() * tensor.element_size()
        if shard and size > room:
            yield shard
            shard, room = {}, MOST_BYTES
        shard[name] = tensor
        room -= size
    yield shard


def _parts(weights: Mapping[str, Tensor]) -> Iterator[tuple[str, Tensor]]:
    for name, tensor in weights.items():
        pieces = -(-tensor.numel() * tensor.element_size() // MOST_BYTES)
        if pieces <= 1:
            yield name, tensor
        else:
            yield from ((f"{name}{PART}{number}", part.clone()) for number, part in enumerate(tensor.chunk(pieces)))


def _json(value: Any) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False, sort_keys=True) + "\n"
