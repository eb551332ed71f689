"""A model as a folder: `config.json`, `vocabulary.json`, tokenizer files, one or more `*.safetensors`. Never pickle."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch
from safetensors.torch import save_file
from torch import Tensor

from rightmost.bounded_json import parsed_json
from rightmost.encoding.bert import Bert, Shape, check_shape, is_plain_bert
from rightmost.encoding.kinds import NAMES_OF_CODE, checked_settings
from rightmost.encoding.pretrained import (
    local_tokenizer,
    quiet_transformers,
    subwords_for,
    transformer_from_settings,
    try_out,
)
from rightmost.encoding.tokenizer import FILE as TOKENIZER
from rightmost.encoding.tokenizer import SETTINGS as TOKENIZER_SETTINGS
from rightmost.encoding.tokenizer import FileTokenizer, checked_tokenizer_settings, tokenizer_of
from rightmost.errors import ModelError
from rightmost.files import sha256_of
from rightmost.model.build import assemble
from rightmost.model.model_config import ModelConfig
from rightmost.model.network import Network
from rightmost.model.vocabulary import Vocabulary
from rightmost.modelfile.compact import compacted
from rightmost.modelfile.sealed import CONFIG, FORMAT, SealedFolder, as_json, blamed_on, sealed
from rightmost.modelfile.weight_files import PART, check_fit, read_weights
from rightmost.modelfile.weightless import weightless
from rightmost.part import replaced_folder

if TYPE_CHECKING:
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

VOCABULARY = "vocabulary.json"
WEIGHTS = ".safetensors"
MOST_BYTES = 45_000_000  # in one file, so that each stays under 50 MB
SLACK = 10_000_000  # bytes: what a small network's files may differ by from what is expected
MOST_BESIDE = 1_000_000_000  # bytes that an encoder may take besides its weights


def save_model(network: Network, folder: Path, *, about: Mapping[str, Any], compact: bool = False) -> None:
    """Writes the model, all or nothing; replaces a model that is there already. `compact`: in a quarter of the size."""
    with replaced_folder(folder) as made:
        _write(network, made, about, compact=compact)


def _write(network: Network, folder: Path, about: Mapping[str, Any], *, compact: bool) -> None:
    weights = {name: tensor.detach().cpu().contiguous() for name, tensor in network.state_dict().items()}
    shards = list(_shards(compacted(weights) if compact else weights))
    for number, shard in enumerate(shards, start=1):
        path = folder / f"weights-{number}-of-{len(shards)}.safetensors"
        save_file(shard, path)
        path.chmod(0o644)
    (folder / VOCABULARY).write_text(as_json(network.vocabulary.to_json()), encoding="utf-8")
    with quiet_transformers():
        network.subwords.tokenizer.save_pretrained(str(folder))
    checksums = {path.name: sha256_of(path) for path in sorted(folder.iterdir())}
    encoder = network.encoder.transformer.config.to_dict()
    config = {
        "format": FORMAT,
        "model": network.config.model_dump(),
        "encoder": {name: value for name, value in encoder.items() if name not in NAMES_OF_CODE},
        "about": dict(about),
    }
    (folder / CONFIG).write_text(as_json(sealed(config, checksums)), encoding="utf-8")


def load_model(folder: Path, *, device: torch.device | str = "cpu") -> Network:
    """The model in the folder, ready to parse. No code of the folder is run, and nothing is fetched."""
    whole = SealedFolder.opened(folder)
    files = {name: whole.read(name) for name in whole.names() if not name.endswith(WEIGHTS)}
    for name in (VOCABULARY, TOKENIZER_SETTINGS):
        if name not in files:
            raise ModelError(f"{folder}: {name} is not among its checksums; get the model again")
    with blamed_on(folder / VOCABULARY):
        vocabulary = Vocabulary.from_json(parsed_json(files[VOCABULARY]))
    with blamed_on(folder / CONFIG):
        settings = ModelConfig.model_validate(whole.config["model"])
        transformer = _empty_transformer(whole.config["encoder"])
    with blamed_on(folder / TOKENIZER):
        subwords = subwords_for(transformer, _tokenizer(files))
    with blamed_on(folder / CONFIG), weightless():
        network = assemble(settings, vocabulary, transformer, subwords)
    _fill(network, whole)
    return network.to(device).eval()


def _empty_transformer(settings: Mapping[str, Any]) -> PreTrainedModel | Bert:
    """An encoder of that shape whose weights have no values and take no memory."""
    checked = checked_settings(settings)
    if is_plain_bert(checked):
        check_shape(checked)
        with weightless():
            return Bert(Shape(settings))
    with torch.device("meta"):
        return transformer_from_settings(checked)


def _tokenizer(files: Mapping[str, bytearray]) -> PreTrainedTokenizerBase | FileTokenizer:
    if TOKENIZER in files:
        return tokenizer_of(files[TOKENIZER], files[TOKENIZER_SETTINGS])
    checked_tokenizer_settings(parsed_json(files[TOKENIZER_SETTINGS]))
    with tempfile.TemporaryDirectory() as place:  # in the folder itself transformers would find files not listed
        for name, content in files.items():
            (Path(place) / name).write_bytes(content)
        return local_tokenizer(Path(place))


def _fill(network: Network, folder: SealedFolder) -> None:
    """Puts the weights of the folder's files into the network, which has none yet."""
    _check_sizes(network, folder)
    weights = read_weights(folder)
    try:
        check_fit(network, weights)
    except ValueError as error:
        raise ModelError(f"{folder.path}: the weights do not fit the config ({error})") from None
    with blamed_on(folder.path / CONFIG):
        foreign = not isinstance(network.encoder.transformer, Bert)
        if foreign:  # what it has besides its weights, such as tables of angles, has no values either
            network.encoder.transformer = transformer_from_settings(checked_settings(folder.config["encoder"]))
        network.load_state_dict(weights, assign=True)
        if foreign:
            try_out(network.encoder.transformer)


def _check_sizes(network: Network, folder: SealedFolder) -> None:
    """Raises if the weights files are far too large for the network, or far too small."""
    numbers = sum(tensor.numel() for tensor in network.state_dict().values())
    size = sum((folder.path / name).lstat().st_size for name in folder.names(WEIGHTS))
    beside = sum(buffer.numel() * buffer.element_size() for buffer in network.buffers())
    if not numbers / 8 - SLACK < size < numbers * 8 + SLACK or beside > MOST_BESIDE:
        raise ModelError(
            f"{folder.path}: the weights do not fit the config ({size:,} bytes of weights for a network of "
            f"{numbers:,} numbers, and {beside:,} bytes besides them)"
        )


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
