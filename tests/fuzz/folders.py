"""Model folders, damaged, or hostile with right checksums: they load and parse, or are refused in one line."""

from __future__ import annotations

import json
import shutil
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import Any

import torch
from hypothesis import strategies as st

from fuzz.target import Target, refusal
from model.networks import network
from rightmost.errors import ModelError
from rightmost.modelfile.folder import load_model, save_model
from rightmost.modelfile.sealed import seal
from rightmost.parser import Parser

JSON = ["config.json", "vocabulary.json", "tokenizer.json", "tokenizer_config.json"]
FILES = [*JSON, "weights-1-of-1.safetensors", "config.json", "config.json"]
numbers = st.sampled_from([0, 1, -1, 2, 3, 129, 130, 1000, 2**31, 10**20, 0.5, 1e308, float("nan"), float("inf")])
names = st.sampled_from(
    ["", "a", "bert", "roberta", "[CLS]", "../x", "org/repo", "\ud800", "x" * 300, "gelu", "Sequence"]
)
values = st.recursive(
    st.none() | st.booleans() | numbers | names | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3),
    max_leaves=5,
)


@cache
def whole() -> Path:
    made = Path(mkdtemp(prefix="fuzz-")) / "en"
    save_model(network(), made, about={"licence": "none"})
    return made


def check(data: st.DataObject, sealed: bool) -> None:
    with TemporaryDirectory() as place:
        folder = shutil.copytree(whole(), Path(place) / "en")
        for _ in range(data.draw(st.integers(1, 3))):
            _damage(data, folder)
        if sealed:
            try:
                seal(folder)
            except ModelError:
                return  # no longer a config, or no longer a plain file
        with refusal(start=str(folder)):
            made = load_model(folder)
            Parser(made, device=torch.device("cpu"), dtype="float32").parse(["Arthur", "is", "\u200b", "Ünïcode"])


def _damage(data: st.DataObject, folder: Path) -> None:
    name = data.draw(st.sampled_from(FILES))
    path = folder / name
    if not path.is_file():
        return
    if name in JSON and data.draw(st.booleans()):
        try:
            told = json.loads(path.read_bytes())
        except ValueError:
            return
        part = data.draw(st.sampled_from(["encoder", "model", None])) if name == "config.json" else None
        if isinstance(told, dict) and part in told:
            told[part] = _changed(data, told[part])
        else:
            told = _changed(data, told)
        path.write_text(json.dumps(told), encoding="utf-8")
        return
    content = path.read_bytes()
    start = data.draw(st.integers(0, min(len(content), 4000)) | st.integers(0, len(content)))
    match data.draw(st.sampled_from(["cut", "change", "remove", "folder"])):
        case "cut":
            path.write_bytes(content[:start])
        case "change":
            new = data.draw(st.binary(min_size=1, max_size=8))
            path.write_bytes(content[:start] + new + content[start + len(new) :])
        case "remove":
            path.unlink()
        case "folder":
            path.unlink()
            path.mkdir()


def _changed(data: st.DataObject, told: Any) -> Any:
    """The value with a new one somewhere in it, or without something."""
    if isinstance(told, dict) and told and data.draw(st.integers(0, 9)):
        key = data.draw(st.sampled_from(sorted(told)))
        if not data.draw(st.integers(0, 7)):
            return {name: value for name, value in told.items() if name != key}
        return told | {key: _changed(data, told[key])}
    if isinstance(told, list) and told and data.draw(st.integers(0, 9)):
        place = data.draw(st.integers(0, len(told) - 1))
        return [*told[:place], _changed(data, told[place]), *told[place + 1 :]]
    return data.draw(values)


TARGET = Target(check, {"data": st.data(), "sealed": st.sampled_from([True, True, True, False])}, cases=2500)
