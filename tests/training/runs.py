"""Small treebanks, configs and runs."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch

from rightmost.model.build import build
from rightmost.model.model_config import ModelConfig
from rightmost.model.network import Network
from rightmost.model.vocabulary import Vocabulary
from rightmost.training.command import train
from rightmost.training.record.events import Event
from rightmost.trees.tree import Tree

TREES = (
    "(S (NP (NNP Arthur)) (VP (VBZ is) (NP (NP (NN King)) (PP (IN of) (NP (DT the) (NNPS Britons))))))",
    "(S (NP (NNP Arthur)) (VP (VBZ rides)))",
    "(S (NP (DT the) (NNPS Britons)) (VP (VBP see) (NP (DT the) (NN King))))",
    "(S (VP (VB Go)))",
    "(NP (NP (DT the) (NN King)) (PP (IN of) (NP (NNPS Britons))))",
    "(S (NP (PRP He)) (VP (VBZ sees) (NP (NP (DT the) (NN castle)) (PP (IN of) (NP (NNP Arthur))))))",
    "(S (NP (DT the) (NN swallow)) (VP (VBZ flies)) (. .))",
    "(S (NP (PRP We)) (VP (VBP see) (NP (DT a) (NN swallow)) (PP (IN in) (NP (DT the) (NN castle)))) (. .))",
    "(FRAG (NP (DT a) (NN swallow)) (. ?))",
    "(S (NP (NNS knights)) (VP (VBP say) (NP (UH Ni))) (. !))",
)

CONFIG = """\
output = "{folder}/run"
epochs = 2
device = "cpu"
log_every = 2
checkpoint_every = 3

[model]
encoder = "tiny"
width = 32
attention_layers = 1
attention_heads = 2
head_width = 8
feedforward = 32
gcn_layers = 2
word_dropout = 0.2
relu_dropout = 0.1

[data]
train = "{folder}/train.txt"
dev = "{folder}/dev.txt"

[optimiser]
name = "adamw"
learning_rate = 3e-3

[batch]
sentences = 4
micro_tokens = 24
"""


def write_corpus(path: Path, trees: Sequence[str] = TREES) -> Path:
    path.write_text("".join(f"(TOP {tree})\n" for tree in trees), encoding="utf-8")
    return path


def write_run(folder: Path, text: str = CONFIG) -> Path:
    """A config for a run in `folder`, and its treebanks."""
    write_corpus(folder / "train.txt", TREES * 2)
    write_corpus(folder / "dev.txt", TREES[:4])
    path = folder / "config.toml"
    path.write_text(text.replace("{folder}", folder.as_posix()), encoding="utf-8")
    return path


def ran(config: Path, *settings: str, events: list[Event] | None = None, **options: Any) -> str:
    """Trains in this process; the table."""
    listener = (lambda event: None) if events is None else events.append
    return train(str(config), settings=settings, listener=listener, **options)


def rows(folder: Path) -> list[dict[str, Any]]:
    """A run's lines of metrics."""
    return [json.loads(line) for line in (folder / "metrics.jsonl").read_text().splitlines()]


def process_arguments(*arguments: object) -> tuple[list[str], dict[str, str]]:
    """The command and environment of `python -m rightmost.training ARGUMENTS` in a process of its own."""
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONWARNINGS": "error::FutureWarning:rightmost"}
    return [sys.executable, "-m", "rightmost.training", *map(str, arguments)], environment


def tiny_network(seed: int = 1) -> Network:
    """A network over TREES, small and without dropout."""
    torch.manual_seed(seed)
    trees = [Tree.from_string(tree) for tree in TREES]
    config = ModelConfig(
        encoder="tiny", width=32, attention_layers=1, attention_heads=2, head_width=8, feedforward=32, gcn_layers=1
    )
    return build(config, Vocabulary.from_trees(trees))


def weights_of(model: Path) -> dict[str, bytes]:
    """The bytes of a model folder's weights."""
    return {path.name: path.read_bytes() for path in sorted(model.glob("*.safetensors"))}
