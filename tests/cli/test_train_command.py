from __future__ import annotations

from collections.abc import Iterator

import pytest
import torch

from command_line import run
from training.runs import write_run


@pytest.fixture(autouse=True)
def _one_thread() -> Iterator[None]:
    """Networks as small as these are slower with more."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


def test_a_run(tmp_path):
    config = write_run(tmp_path)
    code, out, err = run("train", config, "--set", "epochs=1", "--output", tmp_path / "there", "--seeds", 2)
    assert code == 0, err
    assert out.splitlines()[0] == "| | EM | F1 | LP | LR |"
    assert out == (tmp_path / "there" / "results.md").read_text()
    assert "seed 2 (2 of 2)" in err


def test_from_a_model(tmp_path):
    config = write_run(tmp_path)
    assert run("train", config, "--set", "epochs=1")[0] == 0
    model = tmp_path / "run" / "best"
    code, _, err = run("train", config, "--from", model, "--set", "epochs=1", "--output", tmp_path / "tuned")
    assert code == 0, err
    code, out, err = run("train", config, "--from", tmp_path / "nothing", "--output", tmp_path / "other")
    assert (code, out) == (1, "")
    assert err.startswith(f"rightmost: {tmp_path / 'nothing'}: no model here")


def test_resume(tmp_path):
    config = write_run(tmp_path)
    first = run("train", config, "--set", "epochs=1")
    assert first[0] == 0
    assert run("train", config, "--set", "epochs=1")[0] == 2
    again = run("train", config, "--set", "epochs=1", "--resume")
    assert again == (0, first[1], f"{tmp_path.as_posix()}/run: this run is finished\n")


def test_a_missing_file(tmp_path):
    config = write_run(tmp_path)
    (tmp_path / "dev.txt").unlink()
    code, out, err = run("train", config)
    dev = f"{tmp_path.as_posix()}/dev.txt"
    line = next(number for number, line in enumerate(config.read_text().splitlines(), start=1) if dev in line)
    assert (code, out) == (1, "")
    assert err == (
        f"rightmost: {config}:{line}: data.dev[0]: {dev}: no such file; paths are taken from the folder you run in\n"
    )
    assert run("train", tmp_path / "no.toml") == (
        1,
        "",
        f"rightmost: {tmp_path / 'no.toml'}: no such file; check the path\n",
    )


@pytest.mark.parametrize("arguments", [["--seeds", "0"], ["--set", "epochs"], ["--nonsense"]])
def test_bad_usage(tmp_path, arguments):
    code, out, err = run("train", write_run(tmp_path), *arguments)
    assert (code, out) == (2, "")
    assert arguments[0].lstrip("-") in err
