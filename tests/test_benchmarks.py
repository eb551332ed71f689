"""The scripts of benchmarks/ run, at sizes at which their figures mean nothing (chart.py has a file of its own)."""

from __future__ import annotations

import sys

import pytest

from model.networks import network
from rightmost.modelfile.folder import save_model
from rightmost.outcome import run
from tool import BENCHMARKS, tool


@pytest.fixture
def printed(monkeypatch, capsys):
    """What a script prints, given these arguments."""

    def told(name: str, *arguments: str) -> str:
        monkeypatch.setattr(sys, "argv", [name, *arguments])
        run(tool(name, BENCHMARKS).main)
        return capsys.readouterr().out

    return told


@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("parsing", "small --sentences 4 --single 5 --lengths 3 --flat 6 --beam 2", "small"),
        ("parsing", "--host --sentences 3", "3"),
        ("training", "small --sentences 4 --repeats 1", "small"),
        ("training", "small --epoch 8 --batch 4", "small"),
        ("cost", "small --lengths 3 --counts 2", "2 sentences"),
        (
            "boundaries",
            "treebanks/everyday/test/tales.txt --most 9 --wrapped 60 --errors 1",
            "| tales | 9 | rightmost |",
        ),
        ("batched", "--sentences 2 --batch 2 --dtypes float32", "float32"),
        ("linear", "--megabytes 0.001 --words 4", "branches right, not left"),
        ("patterns", "--trees 20 --beside 5", "NP < PP"),
    ],
)
def test_they_run(printed, name, arguments, said):
    assert said in printed(name, *arguments.split())


def test_no_signal_is_lost(printed):
    told = printed("signals", "--count", "3", "--signal", "SIGTERM", "--within", "1")
    assert "SIGTERM: 3 sent, 3 ended it, 0 with a traceback, 0 as an error, 0 lost; 0 came while" in told


@pytest.mark.parametrize("name", ["parsing", "training", "cost"])
def test_a_model_that_there_is_not(printed, capsys, name):
    with pytest.raises(SystemExit) as ended:
        printed(name, "tiny", *(["--sentences", "1"] if name != "cost" else []))
    assert ended.value.code in {1, 2}
    assert capsys.readouterr().err.count("\n") == 1


def test_random_weights_have_one_device_and_dtype(printed, capsys):
    with pytest.raises(SystemExit) as ended:
        printed("cost", "small", "--dtype", "int8")
    assert ended.value.code == 2
    assert "leave --device and --dtype out" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("look_ahead_cost", "--sentences 2 --words 3 --repeats 1", "ratio"),
        ("streams", "--at 1 2 --pushes 2 --open 3 --opened-and-closed 20", "3 open streams of 20 words"),
    ],
)
def test_word_by_word(printed, tmp_path, name, arguments, said):
    save_model(network(), tmp_path / "tiny", about={})
    assert said in printed(name, str(tmp_path / "tiny"), *arguments.split())


@pytest.mark.parametrize("arguments", [["look_ahead_cost", "en", "--words", "0"], ["streams", "en", "--open", "0"]])
def test_word_by_word_of_nothing(printed, capsys, arguments):
    with pytest.raises(SystemExit) as ended:
        printed(*arguments)
    assert ended.value.code == 2
    assert "whole numbers, 1 or more" in capsys.readouterr().err
