"""`rightmost replay`, from the command line in."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from hypothesis import given

from command_line import run
from rightmost.cli.replay_command import rebuilt
from rightmost.transitions.in_order import in_order_oracle
from rightmost.transitions.oracle import oracle
from rightmost.transitions.system import System
from rightmost.trees.tree import Tree
from rightmost.trees.unary import collapse
from strategies import ARTHUR, ARTHUR_ACTIONS
from strategies import trees as any_trees

TREES = f"(TOP {ARTHUR})\n(TOP (S (VP (VB Go))))\n"
ACTIONS = f"{ARTHUR_ACTIONS}\nattach(0,S+VP)\n"


@pytest.fixture
def trees(tmp_path: Path) -> Path:
    path = tmp_path / "trees.txt"
    path.write_text(TREES)
    return path


@pytest.fixture
def actions(tmp_path: Path) -> Path:
    path = tmp_path / "actions.txt"
    path.write_text(ACTIONS)
    return path


@given(any_trees())
def test_a_line_of_actions_builds_its_tree(tree: Tree) -> None:
    for system, found in (
        (System.ATTACH_JUXTAPOSE, oracle(tree)),
        (System.IN_ORDER, in_order_oracle(collapse(tree))),
    ):
        assert rebuilt(" ".join(map(str, found)) + "\n", tree.leaves, system) == tree


@pytest.mark.parametrize("system", ["attach-juxtapose", "in-order"])
def test_replay_is_the_inverse(trees: Path, actions: Path, system: str) -> None:
    actions.write_text(run("oracle", trees, "--system", system)[1])
    assert run("replay", actions, trees, "--system", system) == (0, TREES, "")


def test_standard_input(trees: Path, actions: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for files, given_in in [(("-", trees), ACTIONS), ((actions, "-"), TREES)]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(given_in))
        assert run("replay", *files) == (0, TREES, "")
    assert run("replay", "-", "-") == (
        2,
        "",
        "rightmost: ACTIONS and TREES cannot both be standard input (-); give a file for one of them\n",
    )


def test_empty_lines_at_the_end(trees: Path, actions: Path) -> None:
    actions.write_text(f"{ACTIONS}\n \n")
    assert run("replay", actions, trees) == (0, TREES, "")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("jump(0,NP)", "unknown action 'jump(0,NP)'; allowed: attach(TARGET,PARENT) or juxtapose(TARGET,PARENT,NEW)"),
        ("attach(0,NP) attach(9,NP)", "2 actions for 1 words: every word takes exactly one action"),
        ("attach(3,NP)", "action 1: attach(3,NP) on the empty tree; the first word allows only attach(0,LABEL)"),
        ("", "0 actions for 1 words: every word takes exactly one action"),
    ],
)
def test_bad_action_files_name_the_line(trees: Path, actions: Path, line: str, message: str) -> None:
    actions.write_text(f"{ARTHUR_ACTIONS}\n{line}\n")
    assert run("replay", actions, trees) == (1, f"(TOP {ARTHUR})\n", f"rightmost: {actions}:2: {message}\n")


def test_bad_lines_on_standard_input(trees: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("shift jump\n"))
    code, out, err = run("replay", "-", trees, "--system", "in-order")
    assert (code, out) == (1, "")
    assert err == "rightmost: <stdin>:1: unknown action 'jump'; allowed: shift, reduce or PJ-LABEL\n"


def test_a_target_off_the_chain_names_the_line(trees: Path, actions: Path) -> None:
    actions.write_text(ARTHUR_ACTIONS.replace("attach(4,None)", "attach(5,None)"))
    code, _, err = run("replay", actions, trees)
    assert code == 1
    assert err == (
        f"rightmost: {actions}:1: action 6: attach(5,None): target 5 is off the chain, which has 5 nodes (0 to 4)\n"
    )


def test_one_line_for_each_tree(trees: Path, actions: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = "expected one line of actions for each tree"
    actions.write_text(f"{ARTHUR_ACTIONS}\n")
    assert run("replay", actions, trees) == (
        1,
        f"(TOP {ARTHUR})\n",
        f"rightmost: {actions} ends before line 2; {expected}\n",
    )
    actions.write_text(f"{ACTIONS}\n{ARTHUR_ACTIONS}\n")
    assert run("replay", actions, trees)[::2] == (1, f"rightmost: {trees} ends before line 4; {expected}\n")
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{ARTHUR}\n"))
    actions.write_text(ACTIONS)
    assert run("replay", actions, "-")[::2] == (1, f"rightmost: <stdin> ends before line 2; {expected}\n")


def test_bad_files(trees: Path, actions: Path, tmp_path: Path) -> None:
    missing, empty = tmp_path / "missing.txt", tmp_path / "empty.txt"
    empty.write_text("")
    for files, message in [
        ((missing, trees), f"{missing}: no such file; check the path"),
        ((actions, missing), f"{missing}: no such file; check the path"),
        ((empty, empty), f"{empty}: no trees in it; expected bracketed trees, as (S (NP (NNP Arthur)) ...)"),
    ]:
        assert run("replay", *files) == (1, "", f"rightmost: {message}\n")
    assert run("replay", actions)[0] == 2
