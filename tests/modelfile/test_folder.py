from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from unittest import mock

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from safetensors import safe_open
from safetensors.torch import load_file, save_file
from transformers import RobertaConfig, RobertaModel

from encoding.cutters import xlnet_like
from model.networks import DECODERS, TREES, VOCABULARY, batch_of, config, network, xlnet_network
from rightmost.decoding.parse import parse_leaves
from rightmost.encoding.bert import Bert
from rightmost.encoding.pretrained import subwords_for, transformer_from_config
from rightmost.errors import ModelError
from rightmost.model.build import assemble
from rightmost.model.network import Network
from rightmost.model.vocabulary import Vocabulary
from rightmost.modelfile import folder as folder_module
from rightmost.modelfile.folder import load_model, save_model
from rightmost.trees.tree import Leaf, Tree

ABOUT = {"name": "Arthur", "scores": {"f1": 95.79}}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A saved model, not to be changed."""
    path = tmp_path_factory.mktemp("models") / "en"
    save_model(network(), path, about=ABOUT)
    return path


@pytest.fixture
def saved(whole: Path, tmp_path: Path) -> Path:
    """A saved model to damage."""
    return shutil.copytree(whole, tmp_path / "en")


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def rewrite(folder: Path, change) -> None:
    """Changes config.json by a function."""
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    change(config)
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")


def fails(folder: Path, message: str) -> None:
    with pytest.raises(ModelError) as raised:
        load_model(folder)
    text = str(raised.value)
    assert re.search(message, text), text
    assert "\n" not in text
    assert str(folder) in text


# -- there and back -----------------------------------------------------------------------------------


def assert_same(one: Network, other: Network) -> None:
    ours, theirs = one.state_dict(), other.state_dict()
    assert ours.keys() == theirs.keys()
    assert all(torch.equal(ours[name], theirs[name]) for name in ours)
    assert (one.config, one.vocabulary) == (other.config, other.vocabulary)
    sentences = [tree.leaves for tree in TREES] + [[Leaf(word, "X") for word in ("(", "", "\u200b", "Ünïcode")]]
    assert parse_leaves(one, sentences) == parse_leaves(other, sentences)


@pytest.mark.parametrize("decoder", DECODERS)
def test_a_model_comes_back_as_it_was(decoder, tmp_path):
    made = network(decoder=decoder, seed=3)
    save_model(made, tmp_path / "deep" / "er" / "model", about=ABOUT)
    again = load_model(tmp_path / "deep" / "er" / "model")
    assert not again.training
    assert_same(made, again)


def test_an_encoder_that_pads_on_the_left_still_does(tmp_path):
    made = xlnet_network(gold_tags=True, tag_head=False, pooling="mean")
    save_model(made, tmp_path / "model", about={})
    again = load_model(tmp_path / "model")
    assert again.subwords.pads_left
    assert (again.subwords.prefix, again.subwords.suffix) == (made.subwords.prefix, made.subwords.suffix)
    assert_same(made, again)


def roberta_network() -> Network:
    """A tiny network whose encoder only transformers can build."""
    torch.manual_seed(5)
    shape = RobertaConfig(
        vocab_size=130, hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=16
    )
    transformer = transformer_from_config(shape)
    return assemble(config(), VOCABULARY, transformer, subwords_for(transformer, xlnet_like())).eval()


def test_bert_is_read_without_transformers_and_any_other_encoder_with_it(whole, tmp_path):
    assert isinstance(load_model(whole).encoder.transformer, Bert)
    made = roberta_network()
    save_model(made, tmp_path / "model", about={})
    again = load_model(tmp_path / "model")
    assert isinstance(again.encoder.transformer, RobertaModel)
    assert_same(made, again)


def test_a_model_that_was_loaded_is_saved_as_it_was(whole, tmp_path):
    save_model(load_model(whole), tmp_path / "again", about=ABOUT)
    assert contents(tmp_path / "again") == contents(whole)


def test_a_model_that_was_loaded_can_learn(whole):
    learning = load_model(whole).train()
    learning.loss(batch_of(learning)).total.backward()
    assert all(weight.requires_grad and not weight.is_meta for weight in learning.parameters())
    assert learning.encoder.transformer.embeddings.word_embeddings.weight.grad.abs().sum() > 0


def test_loading_and_parsing_import_neither_transformers_nor_torch_s_compiler(whole):
    """They take two seconds."""
    script = (
        "import sys, rightmost; "
        f"rightmost.load({str(whole)!r}).parse(['Arthur', 'is', 'King'], beam=2); "
        "print([name for name in ('transformers', 'torch._dynamo', 'scipy', 'nltk', 'rich') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_folder_without_tokenizer_json_is_read_with_transformers(tmp_path):
    made = network(seed=6)
    save_model(made, tmp_path / "model", about={})
    with mock.patch.object(folder_module, "read_tokenizer", return_value=None):
        assert_same(made, load_model(tmp_path / "model"))


def test_labels_with_a_plus_come_back(tmp_path):
    treebank = [Tree("S+VP", [Leaf("Go", "VB")]), Tree("S", [Tree("VP", [Leaf("Go", "VB")])])]
    made = network(vocabulary=Vocabulary.from_trees(treebank))
    save_model(made, tmp_path / "model", about={})
    assert load_model(tmp_path / "model").vocabulary == made.vocabulary
    assert len(made.vocabulary.labels) == 2


def test_what_is_in_the_folder(whole):
    names = sorted(path.name for path in whole.iterdir())
    assert {"config.json", "vocabulary.json", "tokenizer.json", "weights-1-of-1.safetensors"} <= set(names)
    assert all(name.endswith((".json", ".safetensors", ".txt", ".model")) for name in names), "never pickle"
    config = json.loads((whole / "config.json").read_text(encoding="utf-8"))
    assert config["format"] == 1
    assert config["about"] == ABOUT
    assert set(config["sha256"]) == set(names) - {"config.json"}
    assert [path.name for path in whole.parent.iterdir()] == ["en"], "nothing is left beside it"


def test_saving_twice_writes_the_same_bytes(whole, tmp_path):
    save_model(network(), tmp_path / "en", about=ABOUT)
    assert contents(tmp_path / "en") == contents(whole)


def test_half_precision_weights_are_read_as_float32(tmp_path):
    made = network()
    save_model(made.bfloat16(), tmp_path / "model", about={})
    assert {weight.dtype for weight in load_model(tmp_path / "model").parameters()} == {torch.float32}


# -- large tensors ------------------------------------------------------------------------------------


def test_large_tensors_are_cut_and_joined_again(tmp_path, monkeypatch):
    monkeypatch.setattr(folder_module, "MOST_BYTES", 1500)
    made = network(seed=4)
    save_model(made, tmp_path / "model", about={})
    files = sorted((tmp_path / "model").glob("*.safetensors"))
    assert len(files) > 10, "so that the order of names is not that of numbers"
    names = []
    for path in files:
        tensors = load_file(path)
        assert sum(tensor.numel() * tensor.element_size() for tensor in tensors.values()) <= 1500 + 256  # one row more
        names += tensors
    assert sum(name.endswith("@1") for name in names) >= 2
    assert any(name.endswith("@10") for name in names)
    monkeypatch.undo()
    assert_same(made, load_model(tmp_path / "model"))


shapes = st.lists(st.lists(st.integers(1, 40), min_size=1, max_size=2), min_size=1, max_size=8)


@settings(deadline=None)
@given(shapes, st.integers(200, 3000))
def test_no_file_is_over_the_limit_by_more_than_a_row(shapes, limit):
    weights = {f"w{number}": torch.zeros(shape) for number, shape in enumerate(shapes)}
    row = max(tensor[0].numel() * 4 for tensor in weights.values())
    with mock.patch.object(folder_module, "MOST_BYTES", limit):
        shards = list(folder_module._shards(weights))
    assert all(shard for shard in shards)
    assert all(sum(tensor.numel() * 4 for tensor in shard.values()) <= limit + row for shard in shards)
    assert sum(tensor.numel() for shard in shards for tensor in shard.values()) == sum(
        tensor.numel() for tensor in weights.values()
    )


def test_the_limit_is_under_50_megabytes():
    assert folder_module.MOST_BYTES + 1_000_000 < 50_000_000


# -- all or nothing -----------------------------------------------------------------------------------


@pytest.mark.parametrize("broken", ["save_file", "_json", "sha256_of"])
def test_a_save_that_fails_leaves_the_old_model(saved, broken):
    before = contents(saved)
    with (
        mock.patch.object(folder_module, broken, side_effect=OSError("disk full")),
        pytest.raises(OSError, match="disk full"),
    ):
        save_model(network(seed=9), saved, about={})
    assert contents(saved) == before
    assert [path.name for path in saved.parent.iterdir()] == ["en"], "and nothing beside it"


def test_a_save_whose_last_move_fails_leaves_the_old_model(saved):
    before = contents(saved)
    rename = Path.rename

    def stubborn(path: Path, target: Path) -> Path:
        if path.name == "new":
            raise OSError("permission denied")
        return rename(path, target)

    with mock.patch.object(Path, "rename", stubborn), pytest.raises(OSError, match="permission denied"):
        save_model(network(seed=9), saved, about={})
    assert saved.is_dir()
    assert contents(saved) == before


def test_a_new_model_takes_the_old_one_s_place(saved):
    (saved / "leftover.txt").write_text("old")
    other = network(seed=9, decoder="in-order")
    save_model(other, saved, about={})
    assert not (saved / "leftover.txt").exists()
    assert_same(other, load_model(saved))


# -- what a user is told ------------------------------------------------------------------------------


def test_no_model_there(tmp_path):
    message = "no model here: expected config.json, vocabulary.json and"
    fails(tmp_path / "missing", message)
    fails(tmp_path, message)
    (tmp_path / "file").write_text("Arthur")
    fails(tmp_path / "file", message)


@pytest.mark.parametrize("written", ["", "{", "[]", "3", "null", "{}", '{"model_type": "bert"}', '{"format": 1}'])
def test_a_config_of_something_else(saved, written):
    (saved / "config.json").write_text(written)
    fails(saved, r"config.json: not the config of a Rightmost model; did something else make it\?$")


def test_a_config_that_is_not_text(saved):
    (saved / "config.json").write_bytes(b"\xff\xfe\x00")
    fails(saved, "config.json: not the config of a Rightmost model")


def test_a_newer_format(saved):
    rewrite(saved, lambda config: config.update(format=2))
    fails(saved, "config.json: model format 2; this version of Rightmost reads format 1: update it$")


@pytest.mark.parametrize("name", ["vocabulary.json", "tokenizer.json", "weights-1-of-1.safetensors"])
def test_a_missing_file(saved, name):
    (saved / name).unlink()
    fails(saved, f"en: {re.escape(name)} is missing; get the model again$")


@pytest.mark.parametrize("name", ["vocabulary.json", "tokenizer.json", "weights-1-of-1.safetensors"])
@pytest.mark.parametrize("damage", [lambda data: data[: len(data) // 2], lambda data: data[:-1] + b"?"])
def test_a_file_cut_short_or_changed(saved, name, damage):
    (saved / name).write_bytes(damage((saved / name).read_bytes()))
    fails(saved, rf"{re.escape(name)}: damaged or cut short \(its checksum differs\); get the model again$")


def unchecked(folder: Path, *names: str) -> None:
    """Takes files out of the checksums, as one who edits them by hand might."""
    rewrite(folder, lambda config: [config["sha256"].pop(name) for name in names])


def test_weights_that_are_no_weights(saved):
    (saved / "weights-1-of-1.safetensors").write_bytes(b"Arthur")
    unchecked(saved, "weights-1-of-1.safetensors")
    fails(saved, r"weights-1-of-1.safetensors: not a weights file \(.+\); get the model again$")


@pytest.mark.parametrize("change", ["shape", "missing", "unknown"])
def test_weights_that_do_not_fit(saved, change):
    path = saved / "weights-1-of-1.safetensors"
    weights = load_file(path)
    name = "encoder.project.weight"
    if change == "shape":
        weights[name] = weights[name][:-1].clone()
    elif change == "missing":
        del weights[name]
    else:
        weights["swallow"] = torch.zeros(1)
    save_file(weights, path)
    unchecked(saved, path.name)
    fails(saved, r"en: the weights do not fit the config \(.+\)$")


@pytest.mark.parametrize(("name", "written"), [("tokenizer.json", "{"), ("tokenizer_config.json", "{")])
def test_a_damaged_tokenizer(saved, name, written):
    (saved / name).write_text(written)
    unchecked(saved, name)
    fails(saved, r"en: a damaged model folder \(.+\); get it again$")


@pytest.mark.parametrize("written", ["{", "[]", '{"labels": []}'])
def test_a_damaged_vocabulary(saved, written):
    (saved / "vocabulary.json").write_text(written)
    unchecked(saved, "vocabulary.json")
    fails(saved, r"en: a damaged model folder \(.+\); get it again$")


def test_no_vocabulary_and_none_promised(saved):
    (saved / "vocabulary.json").unlink()
    rewrite(saved, lambda config: config["sha256"].pop("vocabulary.json"))
    fails(saved, r"en: a damaged model folder \(.+\); get it again$")


@pytest.mark.parametrize(
    "change",
    [
        lambda config: config.pop("model"),
        lambda config: config["model"].update(width="wide"),
        lambda config: config.pop("encoder"),
        lambda config: config["encoder"].pop("model_type"),
        lambda config: config["encoder"].update(model_type="swallow"),
        lambda config: config["encoder"].pop("hidden_size"),
        lambda config: config.update(sha256=[]),
    ],
    ids=["no model", "bad model", "no encoder", "no kind of encoder", "unknown encoder", "no width", "bad checksums"],
)
def test_a_config_with_a_part_damaged(saved, change):
    rewrite(saved, change)
    fails(saved, r"(a damaged model folder \(.+\); get it again|not the config of a Rightmost model.*)$")


def test_a_part_of_a_large_tensor_is_missing(tmp_path, monkeypatch):
    """The rest, joined, does not fit."""
    monkeypatch.setattr(folder_module, "MOST_BYTES", 3000)
    save_model(network(), tmp_path / "model", about={})
    for path in (tmp_path / "model").glob("*.safetensors"):
        with safe_open(path, framework="pt") as weights:
            names = list(weights.keys())
        if any(name.endswith("@1") for name in names):
            path.unlink()
            unchecked(tmp_path / "model", path.name)
            break
    fails(tmp_path / "model", "the weights do not fit the config")


def test_loading_prints_nothing(whole, capfd):
    load_model(whole)
    assert capfd.readouterr() == ("", "")
