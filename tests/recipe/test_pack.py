"""recipe/en/pack.py, by which an encoder and treebanks travel."""

from __future__ import annotations

import pytest
import torch
from safetensors.torch import load_file, save_file

from rightmost.encoding.pretrained import load_transformer
from rightmost.errors import BadUsage
from tool import tool

pack = tool("pack")


def test_what_is_packed_unpacks(tmp_path):
    encoder = tmp_path / "tiny"
    transformer, tokenizer = load_transformer("tiny")
    encoder.mkdir()
    transformer.config.save_pretrained(encoder)
    tokenizer.save_pretrained(encoder)
    weights = {name: tensor.contiguous() for name, tensor in transformer.state_dict().items()}
    save_file(weights, encoder / "model.safetensors", metadata={"format": "pt"})
    trees, extra = tmp_path / "trees.txt", tmp_path / "site"
    trees.write_text("(NP (NNP Arthur))\n")
    extra.mkdir()
    (extra / "module.py").write_text("KING = 'Arthur'\n")
    pack.pack(tmp_path / "all.tar.xz", encoder, [trees], [extra])
    out = tmp_path / "out"
    pack.unpack(tmp_path / "all.tar.xz", out)
    assert (out / "data" / "trees.txt").read_text() == trees.read_text()
    assert (out / "site" / "module.py").read_text() == "KING = 'Arthur'\n"
    back = load_file(out / "encoder" / "model.safetensors")
    assert set(back) == set(weights)
    for name, tensor in weights.items():
        step = tensor.float().abs().max() / 100 if name.endswith(pack.EMBEDDINGS) else 1e-3
        torch.testing.assert_close(back[name].float(), tensor.float(), atol=float(step), rtol=1e-3)
    again, _ = load_transformer(str(out / "encoder"))
    assert again.config.hidden_size == transformer.config.hidden_size


def test_two_files_of_one_name(tmp_path):
    with pytest.raises(BadUsage, match="two files of one name"):
        pack.pack(tmp_path / "all.tar.xz", tmp_path, [tmp_path / "a" / "dev.txt", tmp_path / "b" / "dev.txt"], [])
    assert not (tmp_path / "all.tar.xz").exists()
