"""A model's description: its name, its labels and tags, its settings. Imports nothing heavy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rightmost.bounded_json import parsed_json
from rightmost.errors import ModelError, RightmostError
from rightmost.model.vocabulary import Vocabulary
from rightmost.modelfile.shipped import about_model
from rightmost.trees.unary import names_of


@dataclass(frozen=True)
class ModelInfo:
    """A model's name, labels, tags and settings; and where it runs, if it is loaded."""

    name: str | None  # as it was asked for, or its folder's
    licence: str | None
    labels: tuple[str, ...]  # of its trees' nodes, most frequent first
    tags: tuple[str, ...]  # of words, most frequent first
    styles: tuple[str, ...]  # the annotation styles that it can tell apart
    style: str | None  # the one it parses in
    text: str | None  # how it has raw text cut into words, if it states that
    gold_tags: bool  # whether it must be given a tag for each word
    device: str | None = None
    dtype: str | None = None

    @classmethod
    def of_folder(cls, folder: Path) -> ModelInfo:
        """Of the model in the folder, which is not loaded."""
        stated = about_model(folder).get("licence")
        try:
            settings = parsed_json((folder / "config.json").read_bytes())["model"]
            vocabulary = Vocabulary.from_json(parsed_json((folder / "vocabulary.json").read_bytes()))
            return cls.of(settings, vocabulary, name=folder.name, licence=stated if isinstance(stated, str) else None)
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError, RightmostError) as error:
            reason = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise ModelError(f"{folder}: a damaged model folder ({reason}); get it again") from None

    @classmethod
    def of(
        cls,
        settings: Mapping[str, Any],
        vocabulary: Vocabulary,
        *,
        name: str | None,
        licence: str | None,
        device: str | None = None,
        dtype: str | None = None,
    ) -> ModelInfo:
        """Of a model with these settings (those of `ModelConfig`) and this vocabulary."""
        return cls(
            name=name,
            licence=licence,
            labels=label_names(vocabulary),
            tags=vocabulary.tags,
            styles=tuple(settings.get("styles", ())),
            style=settings.get("style"),
            text=settings.get("text"),
            gold_tags=bool(settings.get("gold_tags", False)),
            device=device,
            dtype=dtype,
        )


def label_names(vocabulary: Vocabulary) -> tuple[str, ...]:
    """The labels that nodes of the model's trees can have: those of unary chains one by one.

    >>> from rightmost.trees.unary import Label
    >>> label_names(Vocabulary((Label("S", "VP"), "NP", "VP"), ("VB",)))
    ('S', 'VP', 'NP')
    """
    return tuple(dict.fromkeys(name for label in vocabulary.labels for name in names_of(label)))
