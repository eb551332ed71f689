"""A parser that has parsed, in a process made by `fork`: each child is a new program's, and has a time limit."""

from __future__ import annotations

import os
import subprocess
import sys
import threading

import pytest
import torch

from model.networks import network
from rightmost import fork
from rightmost.errors import RightmostError
from rightmost.fork import Turn, check_device
from rightmost.modelfile.folder import save_model

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")

START = """
import multiprocessing, sys, threading, time
import rightmost
import torch

torch.set_num_threads(4)  # as many threads as most machines have, on any machine
square = torch.ones(600, 600)
parser = rightmost.load(sys.argv[1])
SENTENCES = ["Arthur is King of the Britons", "Go", "He sees the castle of Arthur"] * 8

def parse(words):
    square @ square  # which takes all of them, as the work of a larger model does
    return str(parser.parse(words, beam=2))

expected = list(map(parse, SENTENCES))
context = multiprocessing.get_context("fork")
"""

#: The parent's work, after it has parsed.
WORK = """
with context.Pool(2) as pool:
    assert pool.map(parse, SENTENCES) == expected
    assert set(pool.map(threads, range(4))) == {1}

child = context.Process(target=grandchild)
child.start()
child.join()
assert child.exitcode == 0

held = threading.Event()

def hold():
    with parser._turn.taken():
        held.set()
        time.sleep(1000)

threading.Thread(target=hold, daemon=True).start()
held.wait()
with context.Pool(1) as pool:
    assert pool.map(parse, SENTENCES) == expected
    assert pool.map(in_threads, [SENTENCES]) == [expected]
"""
MORE_WORK = """
done = False

def go_on():
    while not done:
        parser.parse(SENTENCES[0])

thread = threading.Thread(target=go_on)
thread.start()
for _ in range(10):
    with context.Pool(1) as pool:
        assert pool.map(parse, SENTENCES[:3]) == expected[:3]
done = True
thread.join()

with context.Pool(1) as pool:
    assert pool.map(loaded, SENTENCES[:3]) == expected[:3]
    assert list(map(str, pool.map(parser.parse, SENTENCES[:3]))) == list(map(str, map(parser.parse, SENTENCES[:3])))
"""
HELPERS = """
def threads(_):
    return torch.get_num_threads()

def loaded(words):
    square @ square
    return str(rightmost.load(sys.argv[1]).parse(words, beam=2))

def in_threads(sentences):
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(3) as pool:
        return list(pool.map(parse, sentences))

def grandchild():
    assert parse(SENTENCES[0]) == expected[0]
    process = context.Process(target=parse, args=(SENTENCES[0],))
    process.start()
    process.join()
    assert process.exitcode == 0
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("models") / "tiny"
    save_model(network(), path, about={})
    return path


@pytest.mark.parametrize("work", [WORK, pytest.param(MORE_WORK, marks=pytest.mark.slow)])
def test_a_parser_that_has_parsed_works_in_a_forked_child(work, folder):
    environment = {key: value for key, value in os.environ.items() if not key.startswith("OMP_")}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", START + HELPERS + work + "print('parsed')", folder],
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "parsed\n", "")


def test_a_device_that_the_parent_used(monkeypatch):
    monkeypatch.setattr(fork, "_in_use", {"cuda"})
    monkeypatch.setattr(fork, "_lost", set())
    monkeypatch.setattr(torch, "set_num_threads", lambda count: None)
    cuda = torch.device("cuda", 0)
    check_device(cuda)
    fork._in_child()
    for use in (lambda: check_device(cuda), lambda: Turn(cuda).taken().__enter__()):
        with pytest.raises(RightmostError, match=r"^this process was forked from one that uses cuda, which it cannot "):
            use()
    check_device(torch.device("cpu"))


def test_a_turn_is_one_threads_at_a_time():
    turn, order = Turn(torch.device("cpu")), []

    def second():
        with turn.taken():
            order.append("second")

    with turn.taken():
        thread = threading.Thread(target=second)
        thread.start()
        thread.join(0.05)
        order.append("first")
    thread.join()
    assert order == ["first", "second"]


@pytest.mark.gpu
def test_a_parser_on_a_gpu_says_that_it_cannot(folder):
    script = """
import multiprocessing, sys
import rightmost

parser = rightmost.load(sys.argv[1], device="cuda")
parser.parse("Arthur is King")

def parse(device):
    try:
        given = parser if device == "parent's" else rightmost.load(sys.argv[1], device=device)
        return str(given.parse("Arthur is King").words)
    except rightmost.RightmostError as error:
        return str(error)

with multiprocessing.get_context("fork").Pool(1) as pool:
    print(*pool.map(parse, ["parent's", "cuda", "cpu"]), sep="\\n")
"""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", script, folder], capture_output=True, text=True, timeout=240
    )
    first, second, third = done.stdout.splitlines()
    assert first == second
    assert first.startswith("this process was forked from one that uses cuda, which it cannot use itself; start proce")
    assert third == "('Arthur', 'is', 'King')"
