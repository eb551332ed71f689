"""`python -m rightmost.training`, and that it needs little."""

from __future__ import annotations

import subprocess

import pytest

from rightmost.training.__main__ import main
from training.runs import process_arguments, write_run


def test_a_run(tmp_path, capsys):
    config = write_run(tmp_path)
    assert main([str(config), "--set", "epochs=1", "--output", str(tmp_path / "there")]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[0] == "| | EM | F1 | LP | LR |"
    assert "20 of 20 sentences prepared" in err
    assert (tmp_path / "there" / "best").is_dir()


def test_faults_are_lines_and_exit_codes(tmp_path, capsys):
    config = write_run(tmp_path)
    assert main([str(config), "--set", "epochs=0", "--set", "sed=1"]) == 1
    assert capsys.readouterr().err.splitlines() == [
        "rightmost: --set: epochs: should be greater than 0, not 0",
        "--set: sed: unknown key; did you mean seed?",
    ]
    assert main([str(config), "--set", "epochs"]) == 2
    assert capsys.readouterr().err.startswith("rightmost: --set 'epochs' is not key=value; ")
    with pytest.raises(SystemExit) as caught:
        main([])
    assert caught.value.code == 2


def test_interrupted(tmp_path, capsys, monkeypatch):
    def interrupt(*arguments, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr("rightmost.training.command.run", interrupt)
    assert main([str(write_run(tmp_path))]) == 130
    assert capsys.readouterr().err == "rightmost: interrupted; go on with --resume\n"


def test_it_runs_without_what_training_does_not_need(tmp_path):
    config = write_run(tmp_path)
    blocked = ["typer", "nltk", "rich", "matplotlib", "tomli", "torch_geometric"]
    (tmp_path / "sitecustomize.py").write_text(f"import sys\nfor name in {blocked!r}:\n    sys.modules[name] = None\n")
    command, environment = process_arguments(config, "--set", "epochs=1")
    done = subprocess.run(
        command, env={**environment, "PYTHONPATH": str(tmp_path)}, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("| | EM")
