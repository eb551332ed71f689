"""Models made ready to hand on: what is written, and what is never written over."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file

from model.networks import TREES, network
from rightmost.decoding.parse import parse_leaves
from rightmost.errors import BadUsage, ModelError, RightmostError, UnreadableFile
from rightmost.modelfile.folder import load_model, save_model
from rightmost.modelfile.shipped import about_model
from rightmost.training.run.release import mean_of, model_in, pack

ABOUT = {"licence": "CC0", "training": {"seed": 1}, "epoch": 3, "dev": {"dev.txt": {"f1": 90.0}}}


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """A run's folder, with its best model and its result."""
    folder = tmp_path / "run"
    for seed, name in enumerate(("best", "last")):
        save_model(network(seed=seed), folder / name, about=ABOUT)
    (folder / "result.json").write_text("{}")
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_the_best_model_of_a_run_in_a_quarter_of_its_size(run: Path, tmp_path: Path) -> None:
    made = pack(run, tmp_path / "out")
    assert (made.model, made.folder, made.is_unfinished) == (run / "best", tmp_path / "out", False)
    for folder, size in ((run / "best", made.bytes_before), (tmp_path / "out", made.bytes_after)):
        assert size == sum(map(len, contents(folder).values()))
    before, after = (
        sum(path.stat().st_size for path in folder.glob("*.safetensors")) for folder in (run / "best", made.folder)
    )
    assert after < 0.45 * before  # the test's matrices are so small that their scales count
    stored = load_file(next(made.folder.glob("*.safetensors")))
    assert {tensor.dtype for name, tensor in stored.items() if tensor.ndim == 2 and f"{name}.scale" in stored} == {
        torch.int8
    }
    full, packed = load_model(run / "best"), load_model(made.folder)
    for name, tensor in full.state_dict().items():
        torch.testing.assert_close(packed.state_dict()[name], tensor, atol=0.02, rtol=0.01)
    assert parse_leaves(packed, [TREES[0].leaves])[0].words == TREES[0].words
    assert about_model(made.folder) == ABOUT


def test_a_packed_model_packed_again_is_the_same(run: Path, tmp_path: Path) -> None:
    pack(run, tmp_path / "once")
    pack(tmp_path / "once", tmp_path / "twice")
    assert contents(tmp_path / "once") == contents(tmp_path / "twice")


def test_licence_and_style(tmp_path: Path) -> None:
    save_model(network(styles=("gum", "masc"), style="gum"), tmp_path / "model", about=ABOUT)
    pack(tmp_path / "model", tmp_path / "out", licence="MIT", style="masc")
    assert about_model(tmp_path / "out") == ABOUT | {"licence": "MIT"}
    assert load_model(tmp_path / "out").style == "masc"
    with pytest.raises(BadUsage, match=r"style 'wsj': the model knows gum, masc"):
        pack(tmp_path / "model", tmp_path / "other", style="wsj")
    assert not (tmp_path / "other").exists()


def test_what_model_a_folder_means(run: Path, tmp_path: Path) -> None:
    assert model_in(run) == run / "best"
    assert model_in(run / "last") == run / "last"
    (tmp_path / "runs").mkdir()
    run.rename(tmp_path / "runs" / "seed-1")
    with pytest.raises(BadUsage, match=r"runs: runs of several seeds \(seed-1\); name one of them: .*seed-1$"):
        model_in(tmp_path / "runs")
    with pytest.raises(ModelError, match="no model here"):
        model_in(tmp_path / "nothing")


def test_a_run_that_is_not_finished(run: Path, tmp_path: Path) -> None:
    (run / "result.json").unlink()
    assert pack(run, tmp_path / "out").is_unfinished
    assert not pack(run / "best", tmp_path / "other").is_unfinished, "a model that was asked for by its folder"


def test_nothing_is_written_over_but_a_model_and_by_force(run: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    pack(run, out)
    first = contents(out)
    with pytest.raises(BadUsage) as caught:
        pack(run / "last", out)
    assert str(caught.value) == (
        f"{out}: not empty (it holds config.json); name another folder, or replace a model with --force"
    )
    assert contents(out) == first
    pack(run / "last", out, force=True)
    assert contents(out) != first
    (out / "notes.txt").write_text("mine")
    kept = contents(out)
    with pytest.raises(BadUsage, match=r"out: holds notes\.txt, which is no part of a model; --force will not delete"):
        pack(run, out, force=True)
    assert contents(out) == kept
    with pytest.raises(BadUsage, match=r"run: holds best, which is no part of a model"):
        pack(run, run, force=True)
    (tmp_path / "file").write_text("mine")
    with pytest.raises(BadUsage, match="file: a file, where the model's folder would be"):
        pack(run, tmp_path / "file", force=True)
    (tmp_path / "empty").mkdir()
    pack(run, tmp_path / "empty")


def test_a_model_can_be_packed_in_its_own_place(run: Path) -> None:
    made = pack(run / "best", run / "best", force=True)
    assert made.bytes_after < made.bytes_before
    assert load_model(run / "best").vocabulary == network().vocabulary


def test_what_a_link_leads_to_is_written(run: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "real")
    pack(run, tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real" / "config.json").is_file()


@pytest.mark.parametrize("failure", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_all_or_nothing(run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failure: BaseException) -> None:
    out = tmp_path / "out"
    pack(run / "last", out)
    before = contents(out)

    def fails(*_: object) -> None:
        raise failure

    monkeypatch.setattr("rightmost.modelfile.folder.sha256_of", fails)
    monkeypatch.setattr("rightmost.training.run.release.load_model", lambda _: network())
    with pytest.raises((UnreadableFile, KeyboardInterrupt)) as caught:
        pack(run, out, force=True)
    if isinstance(failure, OSError):
        assert str(caught.value).startswith(f"{out}: cannot be written ([Errno 28] No space left on device)")
    assert contents(out) == before
    assert sorted(os.listdir(tmp_path)) == ["out", "run"]


@pytest.mark.parametrize(("dimensions", "value"), [(1, 1e6), (1, float("inf")), (2, float("nan"))])
def test_weights_that_cannot_be_packed(tmp_path: Path, dimensions: int, value: float) -> None:
    made = network()
    with torch.no_grad():
        next(weight for weight in made.parameters() if weight.ndim == dimensions).view(-1)[0] = value
    save_model(made, tmp_path / "model", about={})
    with pytest.raises(
        ModelError, match=r"is no number, or too large to be packed|has weights that are no finite numbers"
    ):
        pack(tmp_path / "model", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_of_several_models_the_mean_is_packed(tmp_path: Path) -> None:
    one, other = network(), network()
    with torch.no_grad():
        for parameter in other.parameters():
            parameter += 1.0
    other.config = other.config.model_copy(update={"piece_dropout": 0.1})  # as a later step may
    for name, made in (("one", one), ("other", other)):
        save_model(made, tmp_path / name, about=ABOUT)
    mean = mean_of([tmp_path / "one", tmp_path / "other"])
    for name, tensor in mean.state_dict().items():
        torch.testing.assert_close(tensor, (one.state_dict()[name] + other.state_dict()[name]) / 2)
    assert not torch.equal(mean.encoder.project.weight, one.encoder.project.weight)
    pack(tmp_path / "one", tmp_path / "out", mean_with=[tmp_path / "other"])
    assert about_model(tmp_path / "out") == {"licence": "CC0", "training": {"seed": 1}, "mean_of": 2}
    for name, tensor in load_model(tmp_path / "out").state_dict().items():
        torch.testing.assert_close(tensor, mean.state_dict()[name], atol=0.02, rtol=0.01)


def test_models_of_other_labels_have_no_mean(tmp_path: Path) -> None:
    """Their numbers may mean something else, even where they are equally many."""
    save_model(network(), tmp_path / "one", about={})
    save_model(network(width=20), tmp_path / "other", about={})
    with pytest.raises(RightmostError, match="other: other labels or settings than"):
        mean_of([tmp_path / "one", tmp_path / "other"])


def test_a_damaged_model(run: Path, tmp_path: Path) -> None:
    (run / "best" / "vocabulary.json").write_text(json.dumps({}))
    with pytest.raises(ModelError, match=r"vocabulary\.json: damaged"):
        pack(run, tmp_path / "out")
    assert not (tmp_path / "out").exists()
