"""The network a run starts from: a new one over a pre-trained encoder, or a trained one that learns more."""

from __future__ import annotations

import logging

import torch
from pydantic import ValidationError

from rightmost.errors import BadUsage
from rightmost.model.build import build, grown
from rightmost.model.model_config import ModelConfig
from rightmost.model.network import Network
from rightmost.model.vocabulary import Vocabulary
from rightmost.modelfile.folder import load_model
from rightmost.modelfile.shipped import model_folder
from rightmost.training.training_config import TrainingConfig
from rightmost.trees.tree import Tree

logger = logging.getLogger(__name__)

#: Settings of a trained model that a run may change, and those that it may only turn on.
CHANGEABLE = frozenset({"style", "style_dropout", "label_smoothing", "piece_dropout"})
ADDABLE = frozenset({"letter_case", "labels_given_target"})


def starting_network(config: TrainingConfig, trees: list[Tree], *, device: torch.device) -> Network:
    """The network before its first step, the same for the same seed; what is frozen needs no gradients."""
    torch.manual_seed(config.seed)
    network = _made(config, trees).to(device)
    for name, weight in network.named_parameters():
        weight.requires_grad_(name.partition(".")[0] not in config.frozen)
    if not any(weight.requires_grad for weight in network.parameters()):
        raise BadUsage("frozen: nothing of this model is left to learn")
    return network


def _made(config: TrainingConfig, trees: list[Tree]) -> Network:
    if config.start_from is None:
        assert config.model is not None, "TrainingConfig sees to it"
        return build(config.model, Vocabulary.from_trees(trees))
    trained = load_model(model_folder(config.start_from), device=torch.device("cpu"))
    settings = _with_additions(trained.config, config)
    if config.model is not None:
        _warn_of_differences(config.model, settings, name=config.start_from)
    vocabulary = trained.vocabulary.extended_by(trees)
    _refuse_what_cannot_be_learnt(trained.vocabulary, vocabulary, config)
    return grown(trained, vocabulary, config=settings)


def _refuse_what_cannot_be_learnt(known: Vocabulary, wanted: Vocabulary, config: TrainingConfig) -> None:
    """Of a new label or tag, a part that is frozen would have random weights for good."""
    for part, noun, have, want in (
        ("decoder", "label", known.labels, wanted.labels),
        ("tag_head", "tag", known.tags, wanted.tags),
    ):
        if part in config.frozen and len(want) > len(have):
            raise BadUsage(f"frozen: the model does not know the {noun} {want[len(have)]}, which data.train has")


def _with_additions(known: ModelConfig, config: TrainingConfig) -> ModelConfig:
    """The trained model's settings, with what can be added to it; the styles are those that the data has."""
    styles = dict.fromkeys([*known.styles, *(corpus.style for corpus in config.data.train if corpus.style)])
    added: dict[str, object] = {"styles": tuple(styles)}
    if config.model is not None:
        asked = config.model.model_dump(include=config.model.model_fields_set)
        added |= {key: asked[key] for key in CHANGEABLE & asked.keys()}
        added |= {key: asked[key] or getattr(known, key) for key in ADDABLE & asked.keys()}
    try:
        return ModelConfig.model_validate(known.model_dump() | added)
    except ValidationError as error:
        raise BadUsage(f"model: {error.errors()[0]['msg']}") from None


def _warn_of_differences(asked: ModelConfig, given: ModelConfig, *, name: str) -> None:
    has = given.model_dump()
    unused = [
        f"{key} = {value!r}"
        for key, value in asked.model_dump(include=asked.model_fields_set).items()
        if value not in (has[key], name)  # the encoder may be called by the model's own name
        and not (key == "styles" and set(value) <= set(has[key]))
    ]
    if unused:
        changeable = ", ".join(sorted(CHANGEABLE | ADDABLE))
        logger.warning("%s keeps its own settings but for %s; not used: %s", name, changeable, ", ".join(unused))
