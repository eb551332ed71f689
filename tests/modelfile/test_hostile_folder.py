"""A model folder runs no code, fetches nothing, asks nothing, and costs little; each is refused in one line."""

from __future__ import annotations

import builtins
import json
import os
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest
import torch

import rightmost
from model.networks import network
from modelfile.hostile import WEIGHTS, with_code, with_encoder, with_json, with_text, with_weights
from modelfile.test_folder import roberta_network
from rightmost.errors import ModelError, RightmostError
from rightmost.modelfile.folder import load_model, save_model
from rightmost.modelfile.sealed import seal

EMBEDDINGS = "encoder.transformer.embeddings.word_embeddings.weight"


@pytest.fixture(scope="module")
def kinds(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for each way to read an encoder: by ourselves, and with transformers."""
    path = tmp_path_factory.mktemp("models")
    save_model(network(), path / "bert", about={})
    save_model(roberta_network(), path / "roberta", about={})
    return path


@pytest.fixture
def saved(kinds: Path, tmp_path: Path) -> Path:
    return shutil.copytree(kinds / "bert", tmp_path / "en")


@pytest.fixture(params=["bert", "roberta"])
def either(request: pytest.FixtureRequest, kinds: Path, tmp_path: Path) -> Path:
    return shutil.copytree(kinds / request.param, tmp_path / "en")


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch):
    """Neither a network nor a user who could answer, and neither is asked."""
    asked: list[str] = []

    def refuse(*arguments: object, **_: object) -> None:
        asked.append(repr(arguments))
        raise OSError("nobody is there")

    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(builtins, "input", refuse)
    yield
    assert asked == []


def refused(folder: Path, file: str, message: str) -> None:
    with pytest.raises(ModelError) as raised:
        load_model(folder)
    text = str(raised.value)
    assert text.startswith(f"{folder / file if file else folder}: "), text
    assert re.search(message, text), text
    assert text.isprintable(), "one line, and nothing that moves a terminal's cursor"
    assert len(text) < 1500


# -- code and the network -------------------------------------------------------------------------------


def test_code_of_an_encoder(either):
    trace = with_code(either)
    with_encoder(either, model_type="aimv2_text_model", auto_map={"AutoModel": "evil.Evil"}, _name_or_path=str(either))
    refused(either, "config.json", r"the encoder's model_type is 'aimv2_text_model'; allowed: albert, bert, ")
    with_encoder(either, model_type="bert")
    refused(either, "config.json", r"\(the encoder's auto_map names code, and code of a model is never run\)")
    assert not trace.exists()


def test_code_of_a_tokenizer(either):
    trace = with_code(either)
    auto_map = {"AutoTokenizer": ["evil.Evil", "evil.Evil"]}
    with_json(either, "tokenizer_config.json", lambda settings: settings.update(auto_map=auto_map))
    message = r"\(the tokenizer's auto_map names code, and code of a model is never run\)"
    refused(either, "tokenizer.json", message)
    (either / "tokenizer.json").unlink()  # so that transformers reads the other files
    seal(either)
    refused(either, "tokenizer.json", message)
    assert not trace.exists()


def test_nobody_is_asked_whether_to_run_code(saved):
    trace = with_code(saved)
    with_encoder(saved, model_type="aimv2_text_model", auto_map={"AutoModel": "evil.Evil"}, _name_or_path=str(saved))
    ran = subprocess.run(
        [sys.executable, "-m", "rightmost", "parse", "-", "--model", str(saved)],
        input="y\nArthur is King of the Britons\n",
        capture_output=True,
        text=True,
    )
    assert (ran.returncode, ran.stdout) == (1, "")
    assert re.fullmatch(r"rightmost: .*config\.json: .*model_type is 'aimv2_text_model'; allowed: .*\n", ran.stderr)
    assert not trace.exists()


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"model_type": "detr", "backbone": "org/repo", "use_pretrained_backbone": True}, "model_type is 'detr'"),
        ({"model_type": None}, "model_type is none"),
        ({"model_type": ["bert"]}, r"model_type is \['bert'\]"),
        ({"attn_implementation": "org/kernel"}, "attn_implementation is 'org/kernel'; allowed: eager, sdpa"),
        ({"quantization_config": {"quant_method": "awq"}}, "quantization_config names code"),
    ],
)
def test_what_would_reach_the_network(either, settings, message):
    with_encoder(either, **settings)
    refused(either, "config.json", message)


def test_transformers_private_settings_are_not_used(either):
    with_encoder(either, _attn_implementation="org/kernel", _commit_hash="x", _name_or_path="org/repo")
    assert load_model(either)


# -- what is loaded is what was checked -----------------------------------------------------------------


def test_files_that_are_not_listed_are_not_read(saved):
    before = load_model(saved).state_dict()
    shutil.copy(saved / WEIGHTS, saved / "zz.safetensors")
    (saved / "added_tokens.json").write_text('{"King": 3}')
    (saved / "model.bin").write_bytes(b"cos\nsystem\n(S'false'\ntR.")
    os.mkfifo(saved / "pipe.safetensors")
    after = load_model(saved).state_dict()
    assert all(torch.equal(before[name], after[name]) for name in before)


@pytest.mark.parametrize("change", [{"num_attention_heads": 2}, {"hidden_act": "relu"}])
def test_a_config_that_was_changed(saved, change):
    path = saved / "config.json"
    config = json.loads(path.read_text())
    config["encoder"] |= change
    path.write_text(json.dumps(config))
    refused(
        saved,
        "config.json",
        rf"damaged or changed \(its checksum differs\); get the model again, or, .*: rightmost seal {saved}$",
    )
    del config["checksum"]
    path.write_text(json.dumps(config))
    refused(saved, "config.json", rf"it has no checksum of its own, .* add one: rightmost seal {saved}$")


def test_no_checksums_at_all(saved):
    path = saved / "config.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"sha256": {}}))
    refused(saved, "config.json", "its checksum differs")


@pytest.mark.parametrize("name", ["../../x", "/etc/hostname", "/proc/kmsg", "..", ".", "", "a/b", "a\\b", "C:x", "\n"])
def test_names_outside_of_the_folder(saved, name):
    path = saved / "config.json"
    config = json.loads(path.read_text())
    config["sha256"][name] = "0" * 64
    path.write_text(json.dumps(config))
    refused(saved, "config.json", "sha256 names the file '.*'; expected a plain name of a file beside it$")


@pytest.mark.parametrize("checksum", [3, None, "", "0" * 63, "g" * 64, ["0" * 64]])
def test_checksums_that_are_none(saved, checksum):
    path = saved / "config.json"
    config = json.loads(path.read_text())
    config["sha256"][WEIGHTS] = checksum
    path.write_text(json.dumps(config))
    refused(saved, "config.json", rf"sha256 of {WEIGHTS} is .*; expected 64 hexadecimal digits$")


def test_too_many_files(saved):
    path = saved / "config.json"
    config = json.loads(path.read_text())
    config["sha256"] |= {f"file{number}": "0" * 64 for number in range(1000)}
    path.write_text(json.dumps(config))
    refused(saved, "config.json", "100[0-9] files in sha256; a model has 1000 at most$")


@pytest.mark.parametrize("name", ["config.json", "vocabulary.json", "tokenizer.json", WEIGHTS])
class TestInPlaceOfAFile:
    def test_a_link(self, saved, name):
        (saved / name).rename(saved.parent / "elsewhere")
        (saved / name).symlink_to(saved.parent / "elsewhere")
        refused(saved, name, "a link, where a file was expected")

    def test_a_link_that_leads_nowhere(self, saved, name):
        (saved / name).unlink()
        (saved / name).symlink_to("nowhere")
        refused(saved, name, "a link, where a file was expected")

    def test_a_pipe(self, saved, name):
        (saved / name).unlink()
        os.mkfifo(saved / name)
        refused(saved, name, "a pipe or a device, where a file was expected")

    def test_a_folder(self, saved, name):
        (saved / name).unlink()
        (saved / name).mkdir()
        refused(saved, name, "a folder, where a file was expected")

    def test_an_endless_file(self, saved, name):
        os.truncate(saved / name, 1 << 40)
        if name == WEIGHTS:
            refused(saved, "", r"the weights do not fit the config \(1,099,511,627,776 bytes of weights")
        else:
            refused(saved, name, "1,099,511,627,776 bytes, where 100?,000,000 are the most")


# -- contents that go too far ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["config.json", "vocabulary.json", "tokenizer.json", "tokenizer_config.json"])
@pytest.mark.parametrize(
    "text", ["[" * 100_000, '{"a":' * 100_000, "9" * 5000, "[" * 200 + "]" * 200, '{"format": 1e999, "sha256": {}}']
)
def test_json_too_deep_or_too_long(saved, name, text):
    (saved / name).write_text(text)
    if name != "config.json":
        seal(saved)
    refused(saved, "tokenizer.json" if name.startswith("tokenizer") else name, ".")


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"num_hidden_layers": 10**8}, "num_hidden_layers is 100000000; 200 is the most"),
        ({"vocab_size": 10**9}, "vocab_size is 1000000000; 100,000,000 is the most"),
        ({"layer_norm_eps": float("nan")}, "layer_norm_eps is nan"),
        ({"hidden_size": 1e300}, "."),
        ({"hidden_size": "32"}, "."),
        ({"hidden_size": -32}, "."),
        ({"hidden_act": 7}, "."),
        ({"hidden_act": "swallow"}, "."),
        ({"num_attention_heads": 3}, "."),
        ({"num_attention_heads": 0}, "."),
        ({"hidden_dropout_prob": 2}, "."),
        ({"layer_norm_eps": None}, "."),
        ({"layer_norm_eps": "small"}, "."),
        ({"to_dict": 3}, "."),
    ],
)
def test_settings_of_an_encoder(either, settings, message):
    with_encoder(either, **settings)
    if settings != {"to_dict": 3}:
        refused(either, "config.json", message)


@pytest.mark.parametrize("settings", [{"hidden_size": 64}, {"vocab_size": 100_000_000}, {"num_hidden_layers": 200}])
def test_an_encoder_of_another_size(either, settings):
    with_encoder(either, **settings)
    refused(either, "", "the weights do not fit the config")


@pytest.mark.parametrize(
    "settings",
    [
        {"width": 10**12},
        {"attention_layers": 10**8},
        {"gcn_layers": 10**8},
        {"attention_heads": 10**9},
        {"positions": 10**10},
        {"feedforward": 4 * 10**9},
        {"styles": [7]},
        {"label_smoothing": float("nan")},
        {"decoder": "sequence", "labels_given_target": True},
    ],
)
def test_settings_of_the_network(saved, settings):
    with_json(saved, "config.json", lambda config: config["model"].update(settings))
    refused(saved, "config.json", "damaged")


@pytest.mark.parametrize(
    "vocabulary",
    [
        {"labels": [[7]], "tags": ["NN"]},
        {"labels": [["S"]], "tags": [7]},
        {"labels": [["S"], ["S"]], "tags": ["NN"]},
        {"labels": [["S"]], "tags": ["NN", "NN"]},
        {"labels": {"S": 1}, "tags": ["NN"]},
        {"labels": [["S"]], "tags": "NN"},
        {"labels": [[]], "tags": ["NN"]},
        {"labels": [["S", None]], "tags": ["NN"]},
        {"labels": [], "tags": []},
    ],
)
def test_labels_that_are_none(saved, vocabulary):
    with_text(saved, "vocabulary.json", json.dumps(vocabulary))
    with pytest.raises(ModelError):
        load_model(saved)
    if vocabulary["labels"]:
        refused(saved, "vocabulary.json", r"not a vocabulary; expected .*\); get the model again$")


@pytest.mark.parametrize("bad", [float("nan"), float("inf")])
def test_weights_that_are_no_numbers(saved, bad):
    with_weights(saved, lambda weights: weights[EMBEDDINGS].view(-1)[5].fill_(bad))
    refused(saved, WEIGHTS, f"'{EMBEDDINGS}' has weights that are no finite numbers")


def test_weights_so_large_that_scores_are_no_numbers(saved):
    def change(weights: dict[str, torch.Tensor]) -> None:
        for tensor in weights.values():
            tensor.fill_(3e38)

    with_weights(saved, change)
    parser = rightmost.load(saved)
    words = ["Arthur", "is", "King"]
    for refuse in (lambda: parser.parse(words), lambda: parser.parse(words, beam=4), lambda: parser.parse_kbest(words)):
        with pytest.raises(RightmostError) as raised:
            refuse()
        assert str(raised.value).isprintable()


@pytest.mark.parametrize("name", ["x@y", "x@0", "x@00", "x@-1", f"{EMBEDDINGS}@0", f"{EMBEDDINGS}@1", "@0", "\n"])
def test_tensors_with_strange_names(saved, name):
    with_weights(saved, lambda weights: weights.update({name: torch.zeros(2)}))
    refused(saved, "", r"the weights do not fit the config \(.*\)$")


@pytest.mark.parametrize("scale", [torch.ones(1, 10), torch.ones(10), torch.ones(130, 1).int(), torch.ones(()), None])
def test_scales_that_would_make_matrices_larger(saved, scale):
    """A matrix of a few bytes, times a row of a few, would take all memory there is."""

    def change(weights: dict[str, torch.Tensor]) -> None:
        weights[EMBEDDINGS] = weights[EMBEDDINGS].to(torch.int8)
        if scale is not None:
            weights[f"{EMBEDDINGS}.scale"] = scale

    with_weights(saved, change)
    refused(saved, "", r"the weights do not fit the config \(.*\)$")


def test_a_scale_that_makes_weights_infinite(saved):
    def change(weights: dict[str, torch.Tensor]) -> None:
        weights[EMBEDDINGS] = torch.full_like(weights[EMBEDDINGS], 127).to(torch.int8)
        weights[f"{EMBEDDINGS}.scale"] = torch.full((130, 1), 3e38)

    with_weights(saved, change)
    refused(saved, "", "has weights that are no finite numbers")


def test_whole_numbers_in_place_of_weights(saved):
    with_weights(saved, lambda weights: weights.update({EMBEDDINGS: weights[EMBEDDINGS].long()}))
    refused(saved, "", rf"'{EMBEDDINGS}' is 130x32 of int64, where 130x32 of float32 is expected")


def test_the_same_tensor_in_two_files(saved):
    shutil.copy(saved / WEIGHTS, saved / "weights-2-of-2.safetensors")
    seal(saved)
    refused(saved, "weights-2-of-2.safetensors", r"'.*' stands in two files")


def test_far_more_weights_than_the_network_has(saved):
    for number in range(5):
        path = saved / f"more-{number}.safetensors"
        path.touch()
        os.truncate(path, 10_000_000)
    seal(saved)
    refused(saved, "", r"the weights do not fit the config \(50,.* bytes of weights for a network of .* numbers")


def test_a_piece_that_the_encoder_does_not_know(either):
    with_json(either, "tokenizer.json", lambda told: told["model"]["vocab"].update(z=1000))
    refused(either, "tokenizer.json", "a piece has the number 1000, and the encoder knows 130 pieces, from 0")


def test_a_special_piece_that_the_encoder_does_not_know(either):
    def change(told: dict) -> None:
        told["post_processor"]["special_tokens"]["[CLS]"]["ids"] = [1000]

    with_json(either, "tokenizer.json", change)
    refused(either, "tokenizer.json", "a piece has the number 1000, and the encoder knows 130 pieces, from 0")


def test_a_renamed_special_token(either, capfd):
    def change(told: dict) -> None:
        defined = told["post_processor"]["special_tokens"]
        defined["[CLX]"] = defined.pop("[CLS]")

    with_json(either, "tokenizer.json", change)
    refused(either, "tokenizer.json", r"its template has the special token '\[CLS\]', which it does not define")
    assert capfd.readouterr().err == "", "no Rust panic"


def test_a_padding_piece_that_would_move_all_positions(kinds, tmp_path):
    """RoBERTa counts its positions from one more than the number of its padding."""
    folder = shutil.copytree(kinds / "roberta", tmp_path / "en")
    with_encoder(folder, pad_token_id=120)
    assert load_model(folder).subwords.room <= 512 - 121


def test_transformers_says_nothing(kinds, tmp_path, capfd):
    folder = shutil.copytree(kinds / "roberta", tmp_path / "en")
    with_encoder(folder, bos_token_id=1000)
    assert load_model(folder)
    assert capfd.readouterr() == ("", "")
