"""`rightmost pack`, from the command line in."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line import run
from model.networks import network
from rightmost.modelfile.folder import save_model
from rightmost.modelfile.shipped import about_model, size_of


@pytest.fixture
def trained(tmp_path: Path) -> Path:
    save_model(network(), tmp_path / "run" / "best", about={"training": {"seed": 1}})
    (tmp_path / "run" / "result.json").write_text("{}")
    return tmp_path / "run"


def test_a_run_is_packed(trained: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    code, printed, err = run("pack", trained, out, "--licence", "CC BY 4.0")
    sizes = [f"{size_of(folder) / 1e6:.1f} MB" for folder in (trained / "best", out)]
    assert (code, printed) == (0, "")
    assert err == f"{trained / 'best'}: {sizes[0]}; {out}: {sizes[1]}\n"
    assert about_model(out)["licence"] == "CC BY 4.0"
    code, printed, err = run("parse", "Arthur is King of the Britons", "--model", out)
    assert code == 0, err
    assert "Arthur" in printed


def test_a_run_that_is_not_finished_is_packed_with_a_warning(trained: Path, tmp_path: Path) -> None:
    (trained / "result.json").unlink()
    code, _, err = run("pack", trained, tmp_path / "out")
    assert code == 0
    assert err.startswith(
        f"rightmost: warning: {trained}: this run is not finished; its best model so far is packed\n{trained / 'best'}:"
    )


def test_several_are_averaged(trained: Path, tmp_path: Path) -> None:
    assert run("pack", trained, tmp_path / "out", "--mean-with", trained / "best")[0] == 0
    assert about_model(tmp_path / "out")["mean_of"] == 2


def test_a_folder_that_is_not_empty(trained: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert run("pack", trained, out)[0] == 0
    code, printed, err = run("pack", trained, out)
    assert (code, printed) == (2, "")
    assert err == (
        f"rightmost: {out}: not empty (it holds config.json); name another folder, or replace a model with --force\n"
    )
    assert run("pack", trained, out, "--force")[0] == 0


def test_no_model(tmp_path: Path) -> None:
    code, printed, err = run("pack", tmp_path / "nothing", tmp_path / "out")
    assert (code, printed) == (1, "")
    assert err.startswith(f"rightmost: {tmp_path / 'nothing'}: no model here")
    assert err.count("\n") == 1


def test_a_style_that_the_model_does_not_know(trained: Path, tmp_path: Path) -> None:
    code, _, err = run("pack", trained, tmp_path / "out", "--style", "wsj")
    assert (code, err) == (2, "rightmost: style 'wsj': the model knows no styles\n")
