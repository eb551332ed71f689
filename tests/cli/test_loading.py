"""The parser that a command asks for."""

from __future__ import annotations

import pytest

from command_line import run
from model.networks import TREES, network
from rightmost.cli.loading import parser_of_text
from rightmost.errors import BadUsage
from rightmost.modelfile.folder import save_model


def test_a_parser_of_words(tmp_path):
    save_model(network(styles=("gum",)), tmp_path / "tiny", about={})
    parser = parser_of_text(tmp_path / "tiny", device="cpu", dtype="int8", style="gum")
    assert (parser.info.dtype, parser.info.style) == ("int8", "gum")


def test_a_model_that_reads_tags_is_for_trees(tmp_path):
    folder = tmp_path / "tagged"
    save_model(network(gold_tags=True), folder, about={})
    said = f"{folder}: this model reads a tag with each word, and a text has none; give it trees (rightmost evaluate"
    with pytest.raises(BadUsage) as raised:
        parser_of_text(folder, device="cpu", dtype="float32")
    assert str(raised.value).startswith(said)
    for command in ("parse", "demo"):
        code, out, err = run(command, "Arthur is King", "--model", folder, "--device", "cpu")
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert err.startswith(f"rightmost: {said}")
    gold = tmp_path / "gold.txt"
    gold.write_text("".join(f"{tree}\n" for tree in TREES), encoding="utf-8")
    code, out, err = run("evaluate", gold, "--model", folder, "--summary", "--device", "cpu", "--dtype", "float32")
    assert (code, err) == (0, "")
    assert out.startswith("=== Summary ===\n")
