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


@pytest.mark.parametrize("system", ["attach-juxtapose", "in-order"])
def test_replay_is_the_inverse(trees, tmp_path, system):
    actions = tmp_path / "actions.txt"
    actions.write_text(run("oracle", trees, "--system", system)[1])
    assert run("replay", actions, trees, "--system", system) == (0, trees.read_text(), "")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("jump(0,NP)", "unknown action 'jump(0,NP)'; allowed: attach(TARGET,PARENT) or juxtapose(TARGET,PARENT,NEW)"),
        ("attach(0,NP) attach(9,NP)", "2 actions for 1 words: every word takes exactly one action"),
        ("attach(3,NP)", "action 1: attach(3,NP) on the empty tree; the first word allows only attach(0,LABEL)"),
        ("", "0 actions for 1 words: every word takes exactly one action"),
    ],
)
def test_bad_action_files_name_the_line(trees, tmp_path, line, message):
    actions = tmp_path / "actions.txt"
    actions.write_text(f"{ARTHUR_ACTIONS}\n{line}\n")
    code, out, err = run("replay", actions, trees)
    assert (code, err) == (1, f"rightmost: {actions}:2: {message}\n")
    assert out == f"(TOP {ARTHUR})\n"


def test_a_target_off_the_chain_names_the_line(trees, tmp_path):
    actions = tmp_path / "actions.txt"
    actions.write_text(ARTHUR_ACTIONS.replace("attach(4,None)", "attach(5,None)"))
    code, _, err = run("replay", actions, trees)
    assert code == 1
    assert err == (
        f"rightmost: {actions}:1: action 6: attach(5,None): target 5 is off the chain, which has 5 nodes (0 to 4)\n"
    )


def test_fewer_lines_than_trees(trees, tmp_path):
    actions = tmp_path / "actions.txt"
    actions.write_text(f"{ARTHUR_ACTIONS}\n")
    assert run("replay", actions, trees)[::2] == (
        1,
        f"rightmost: {actions} ends before line 2; expected one line of actions for each tree\n",
    )


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


def test_replay_of_nothing(trees, tmp_path):
    empty = tmp_path / "empty.txt"
    empty.write_text("")
    assert run("replay", empty, empty)[0] == 1
    code, _, err = run("replay", "-", "-")
    assert (code, err) == (
        2,
        "rightmost: ACTIONS and TREES cannot both be standard input (-); give a file for one of them\n",
    )
    actions = tmp_path / "actions.txt"
    actions.write_text(run("oracle", trees)[1] + "\n\n")
    assert run("replay", actions, trees) == (0, trees.read_text(), "")
