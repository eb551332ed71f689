"""Training configs and `--set`: read, or refused with a line for each fault."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from hypothesis import strategies as st

from fuzz.target import Target, refusal
from fuzz.texts import damaged, of_pieces
from rightmost.training.config_file import read_config, settings_from
from strategies import ARTHUR
from training.runs import CONFIG

PIECES = [
    "=",
    "[model]",
    "[",
    "]",
    "{",
    "}",
    "\n",
    '"',
    "'''",
    "nan",
    "-inf",
    "1e400",
    "-1",
    "0",
    "true",
    "2026-01-01",
    "#",
]
KEYS = ["epochs", "model.width", "model.encoder", "optimiser.learning_rate", "data.train", "seed", "model", "a.b.c"]
VALUES = ["1", "-1", "nan", "9" * 30, "tiny", "[1, [2]]", "{a = 1}", "", "true", '"x"', "1e999"]
options = st.lists(
    st.builds("{}{}{}".format, st.sampled_from(KEYS) | st.text(max_size=4), st.sampled_from(["=", "", " = "]),
              st.sampled_from(VALUES) | of_pieces(PIECES, most=5)), max_size=3)  # fmt: skip


@cache
def folder() -> Path:
    made = Path(mkdtemp(prefix="fuzz-"))
    for name in ("train.txt", "dev.txt"):
        (made / name).write_text(f"{ARTHUR}\n")
    return made


def check(text: str, given: list[str]) -> None:
    path = folder() / "config.toml"
    path.write_bytes(text.replace("{folder}", str(folder())).encode("utf-8", "replace"))
    with refusal(lines=True):
        read_config(path, settings_from(given))


TARGET = Target(check, {"text": damaged(CONFIG, PIECES) | of_pieces(PIECES), "given": options}, cases=2500)
