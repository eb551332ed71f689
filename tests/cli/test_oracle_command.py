from __future__ import annotations

import pytest

from command_line import run
from strategies import ARTHUR, ARTHUR_ACTIONS


@pytest.fixture
def trees(tmp_path):
    path = tmp_path / "trees.txt"
    path.write_text(f"(TOP {ARTHUR})\n(TOP (S (VP (VB Go))))\n")
    return path


def test_attach_juxtapose(trees):
    assert run("oracle", trees) == (0, f"{ARTHUR_ACTIONS}\nattach(0,S+VP)\n", "")


def test_in_order(trees):
    code, out, err = run("oracle", trees, "--system", "in-order")
    assert (code, err) == (0, "")
    assert out.splitlines()[1] == "shift PJ-S+VP reduce"
    assert len(out.splitlines()[0].split()) == 6 + 2 * 7


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "no trees in it; expected bracketed trees, as (S (NP (NNP Arthur)) ...)"),
        (b"(S (NN a)", "1:1: the tree that begins here with (S never ends: expected 1 more ')'"),
        (b"(S (NN a) b)", "1:11: the word 'b' has no tag; expected it as (TAG word)"),
        (b"\x80\x81", "not UTF-8 text"),
    ],
)
def test_bad_tree_files(tmp_path, content, message):
    path = tmp_path / "trees.txt"
    path.write_bytes(content)
    code, out, err = run("oracle", path)
    assert (code, out) == (1, "")
    assert str(path) in err
    assert message in err
    assert err.count("\n") == 1


def test_bad_usage():
    assert run("oracle", "missing.txt") == (1, "", "rightmost: missing.txt: no such file; check the path\n")
    assert run("oracle")[0] == 2
    assert run("oracle", "x", "--system", "arc-eager")[0] == 2
    assert run("sing")[0] == 2
