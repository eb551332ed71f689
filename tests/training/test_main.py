"""`python -m rightmost.training`, and that it needs little."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from rightmost.outcome import run
from rightmost.training.__main__ import main
from training.runs import process_arguments, write_run


def exit_code(*arguments):
    with pytest.raises(SystemExit) as raised:
        run(lambda: main(list(map(str, arguments))))
    return raised.value.code


def test_a_run(tmp_path, capsys):
    config = write_run(tmp_path)
    run(lambda: main([str(config), "--set", "epochs=1", "--output", str(tmp_path / "there")]))
    out, err = capsys.readouterr()
    assert out.splitlines()[0] == "| | EM | F1 | LP | LR |"
    assert "20 of 20 sentences prepared" in err
    assert (tmp_path / "there" / "best").is_dir()


def test_faults_are_lines_and_exit_codes(tmp_path, capsys):
    config = write_run(tmp_path)
    assert exit_code(config, "--set", "epochs=0", "--set", "sed=1") == 2
    assert capsys.readouterr().err.splitlines() == [
        "rightmost: --set: epochs: should be greater than 0, not 0",
        "--set: sed: unknown key; did you mean seed?",
    ]
    assert exit_code(config, "--set", "epochs") == 2
    assert capsys.readouterr().err.startswith("rightmost: --set 'epochs' is not key=value; ")
    assert exit_code() == 2
    assert exit_code(tmp_path / "none.toml") == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
def test_a_full_disk_is_one_line(tmp_path):
    command, environment = process_arguments(write_run(tmp_path), "--set", "epochs=1")
    with open("/dev/full", "w") as full:
        done = subprocess.run(command, env=environment, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
    assert (done.returncode, done.stderr.splitlines()[-1]) == (1, "rightmost: output: No space left on device")


def test_it_runs_without_what_training_does_not_need(tmp_path):
    config = write_run(tmp_path)
    blocked = ["typer", "nltk", "rich", "matplotlib", "torch_geometric"]
    (tmp_path / "sitecustomize.py").write_text(f"import sys\nfor name in {blocked!r}:\n    sys.modules[name] = None\n")
    command, environment = process_arguments(config, "--set", "epochs=1")
    done = subprocess.run(
        command, env={**environment, "PYTHONPATH": str(tmp_path)}, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("| | EM")
