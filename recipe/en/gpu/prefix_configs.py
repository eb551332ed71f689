"""Writes the configs of the two runs that train on unfinished sentences, from the corpora of recipe/en/configs/en.toml.

    python recipe/en/gpu/prefix_configs.py quick --minutes 2.3
    python recipe/en/gpu/prefix_configs.py main --minutes 7.2

`quick.toml` goes on from `en`, learns the treebanks alone, and cuts 60 % of their sentences. `main.toml` goes on from
the quick run, learns all corpora whose files are there, cuts 30 % of their sentences, and also learns from what the
quick run does word by word (`follow/`, which follow.py writes). Forms made by rule, and styles other than masc's, are
cut half as often. `--tiny` makes steps small enough for a CPU.
"""

from __future__ import annotations

import argparse
import json
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rightmost.outcome import run

EN = Path(__file__).parents[1] / "configs" / "en.toml"
SCALE = 0.1  # of en.toml's weights
#: How often a sentence is learnt from that the quick run parsed word by word.
FOLLOWED = {"silver": 1.4, "amalgum": 3.0, "masc": 6.0, "gum-open": 5.0, "craft": 0.8, "genia": 0.8}


@dataclass(frozen=True)
class Run:
    """In what the two runs differ."""

    start: str
    rate: float
    seed: int
    piece_dropout: float
    average_every: int
    ema: float
    sentences: int  # of a step


RUNS = {
    "quick": Run("en", 5e-4, seed=81, piece_dropout=0.1, average_every=40, ema=0.99, sentences=768),
    "main": Run("runs/quick/best", 6e-4, seed=83, piece_dropout=0.15, average_every=120, ema=0.998, sentences=1536),
}


def known(share: float, *, gold_alone: bool) -> Iterator[dict[str, Any]]:
    """The corpora of en.toml, `share` of their sentences cut; those of `gold_alone` were annotated or corrected."""
    for corpus in tomllib.loads(EN.read_text(encoding="utf-8"))["data"]["train"]:
        is_form = corpus["path"].startswith("data/forms/")
        if gold_alone and (is_form or corpus["path"].startswith("data/silver/")):
            continue
        cut = share / 2 if is_form or corpus["style"] != "masc" else share
        yield corpus | {"weight": round(corpus["weight"] * SCALE, 4), "prefixes": cut}


def followed() -> Iterator[dict[str, Any]]:
    """What the quick run did word by word, each sentence with its gold tree."""
    for name, weight in FOLLOWED.items():
        paths = {"path": f"follow/{name}/gold.txt", "followed": f"follow/{name}/taken.txt"}
        yield paths | {"style": "masc", "weight": weight, "prefixes": 1.0}


def config(name: str, folder: Path, *, minutes: float, tiny: bool = False) -> str:
    """The config of that run, with those corpora whose files are in the folder and not empty."""
    this = RUNS[name]
    corpora = [*known(0.6, gold_alone=True)] if name == "quick" else [*known(0.3, gold_alone=False), *followed()]
    train = "\n".join(f"    {_toml(corpus)}," for corpus in corpora if _is_there(corpus, folder))
    return f"""output = "runs/{name}"
start_from = "{this.start}"
epochs = 1000
minutes = {minutes}
average_every = {4 if tiny else this.average_every}
log_every = {5 if tiny else 120}
seed = {this.seed}
precision = "bfloat16"
ema = {this.ema}
evaluate_every = 1000
checkpoint_every = 100000

[model]
piece_dropout = {this.piece_dropout}
prefix_mark = 3

[data]
prefix_words = 3
train = [
{train}
]
dev = ["data/masc/dev.txt", "data/gum-open/dev.txt"]

[optimiser]
name = "adamw"
learning_rate = {this.rate}
encoder_learning_rate = {this.rate / 5:.6g}
layer_decay = 0.95
weight_decay = 0.01
clip = 10.0
warmup_steps = 60
schedule = "cosine"

[batch]
sentences = {24 if tiny else this.sentences}
micro_tokens = {1024 if tiny else 6144}
bucket = 8
"""


def _is_there(corpus: dict[str, Any], folder: Path) -> bool:
    files = [folder / corpus[key] for key in ("path", "followed") if key in corpus]
    return all(file.is_file() and file.stat().st_size > 0 for file in files)


def _toml(corpus: dict[str, Any]) -> str:
    pairs = (f"{key} = {json.dumps(value)}" for key, value in corpus.items())
    return f"{{ {', '.join(pairs)} }}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", choices=RUNS)
    parser.add_argument("--minutes", type=float, required=True)
    parser.add_argument("--tiny", action="store_true")
    given = parser.parse_args()
    text = config(given.run, Path(), minutes=given.minutes, tiny=given.tiny)
    Path(f"{given.run}.toml").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    run(main)
