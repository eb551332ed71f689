"""`rightmost search`, from the command line in."""

from __future__ import annotations

import csv
import io
import itertools
import json
import sys
from pathlib import Path

import pytest
import torch

from command_line import run as run_command
from model.networks import network
from rightmost.cli import search_command as search
from rightmost.modelfile.folder import save_model
from rightmost.trees.brackets import read_trees
from rightmost.trees.tree import Tree
from strategies import ARTHUR

RIDER = "(ROOT (S (NP (PRP He)) (VP (VBZ rides))))"


@pytest.fixture
def trees(tmp_path: Path) -> Path:
    path = tmp_path / "trees.txt"
    path.write_text(f"(TOP {ARTHUR})\n{RIDER}\n", encoding="utf-8")
    return path


def run(*arguments: object) -> tuple[int, str, str]:
    return run_command("search", *arguments)


def test_matches_in_context(trees):
    assert run("NP < PP=pp", trees) == (0, "1: Arthur is [NP King [PP=pp of the Britons]]\n", "")
    code, out, _ = run("NP > S", trees)
    assert (code, out) == (0, "1: [NP Arthur] is King of the Britons\n2: [NP He] rides\n")


def test_a_terminal_gets_colours(trees, monkeypatch, capsys):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setattr(sys, "argv", ["rightmost", "search", "PRP", str(trees)])
    with pytest.raises(SystemExit) as ended:
        search_main()
    assert ended.value.code == 0
    assert "\x1b[1;31mHe\x1b[0m" in capsys.readouterr().out


def search_main() -> None:
    from rightmost.__main__ import main

    main()


def test_the_exit_code_is_as_greps(trees):
    assert run("SBAR", trees) == (1, "", "")
    assert run("NP <", trees)[0] == 2
    assert run("NP", trees, "--count") == (0, "5\n", "")
    assert run("SBAR", trees, "--count") == (1, "0\n", "")


def test_formats(trees):
    assert (
        run("NP < PP", trees, "--format", "bracket")[1] == str(Tree.from_string(ARTHUR).children[1].children[1]) + "\n"
    )
    assert run("DT|the", trees, "--format", "bracket")[1] == "(DT the)\nthe\n"
    code, out, _ = run("PRP", trees, "--format", "tree")
    assert (code, out) == (0, "2: [PRP He] rides\n\n(PRP He)\n\n")
    assert "NP\n" in run("NP > S", trees, "--format", "tree")[1]
    values = [json.loads(line) for line in run("NP=np > S", trees, "--format", "json")[1].splitlines()]
    assert [(each["tree"], each["names"]["np"]["words"]) for each in values] == [(1, ["Arthur"]), (2, ["He"])]
    rows = list(csv.DictReader(io.StringIO(run("NP=np > S", trees, "--format", "csv")[1])))
    assert [(row["tree"], row["match"], row["name"], row["text"]) for row in rows] == [
        *[("1", "1", "", "Arthur"), ("1", "1", "np", "Arthur"), ("2", "2", "", "He"), ("2", "2", "np", "He")]
    ]


def test_nodes_of_a_name(trees):
    assert run("S < NP=np", trees, "--nodes", "np", "--format", "bracket")[1] == "(NP (NNP Arthur))\n(NP (PRP He))\n"
    assert run("S < NP=np", trees, "--nodes", "np")[1].splitlines()[1] == "2: [NP=np He] rides"
    assert run("NP=np >> S=s", trees, "--nodes", "s", "--count")[1] == "2\n", "each node once"
    assert run("S ?<< PP=pp", trees, "--nodes", "pp", "--count")[1] == "1\n"
    message = "--nodes x: the pattern names np; give one of these"
    assert run("S < NP=np", trees, "--nodes", "x") == (2, "", f"rightmost: {message}\n")
    assert "the pattern names nothing" in run("S < NP", trees, "--nodes", "x")[2]


def test_unnamed_nodes_make_no_more_matches(trees):
    assert run("S << __", trees, "--count")[1] == "2\n"
    assert run("S << NP=np << __", trees, "--count")[1] == "5\n"


def test_the_trees_that_do_not_match(trees):
    assert run("PP", trees, "--invert") == (0, "2: He rides\n", "")
    assert run("PP", trees, "--invert", "--format", "bracket")[1] == f"{RIDER}\n"
    assert json.loads(run("PP", trees, "--invert", "--format", "json")[1]) == {
        "tree": 2,
        "context": "He rides",
        "subtree": RIDER,
    }
    assert run("PP", trees, "--invert", "--format", "csv")[1] == f"tree,text,subtree\n2,He rides,{RIDER}\n"
    assert run("PP", trees, "--invert", "--format", "tree")[1].startswith("2: He rides\n\n")
    assert run("PP", trees, "--invert", "--count")[1] == "1\n"
    assert run("S", trees, "--invert") == (1, "", "")


def test_the_root_is_as_the_file_has_it(trees):
    assert run("TOP|ROOT < S", trees, "--count")[1] == "2\n"
    assert run("_ROOT_", trees, "--format", "bracket")[1].splitlines()[1] == RIDER


def test_rewriting(trees):
    code, out, _ = run("NP < PP=pp", trees, "--rewrite", "prune pp")
    assert code == 0
    assert out == f"(TOP (S (NP (NNP Arthur)) (VP (VBZ is) (NP (NP (NN King))))))\n{RIDER}\n"
    twice = run("NP=np < PP=pp", trees, "--rewrite", "delete pp", "--rewrite", "relabel np NX", "--format", "text")
    assert twice == (0, "1: Arthur is King\n2: He rides\n", "")
    assert run("SBAR=s", trees, "--rewrite", "delete s")[0] == 1


def test_a_rewrite_that_cannot_be_done_leaves_no_file(trees, tmp_path):
    written = tmp_path / "out.txt"
    code, out, err = run("ROOT=r", trees, "--rewrite", "delete r", "--output", written)
    assert (code, out, written.exists()) == (1, "", False)
    assert err.startswith("rightmost: tree 2: rewriting by 'delete r': nothing is left of the tree; the tree is (ROOT ")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--rewrite", "delete x"], "the operation needs a node named 'x'; the pattern names np"),
        (["--rewrite", "drop np"], "operation:1:1: no operation 'drop'; expected one of delete, prune"),
        (["--rewrite", "delete np", "--count"], "--rewrite prints all trees, so --count means nothing with it"),
        (["--rewrite", "delete np", "--nodes", "np"], "--rewrite prints all trees, so --nodes means nothing"),
        (["--rewrite", "delete np", "--format", "csv"], "--rewrite prints trees, which are no csv"),
        (["--invert", "--nodes", "np"], "--nodes shows nodes of matches, and --invert the trees that have none"),
        (["--count", "--format", "json"], "--count prints a number, so --format means nothing with it"),
        (["--format", "png"], "png"),
    ],
)
def test_bad_usage(trees, options, message):
    code, out, err = run("NP=np", trees, *options)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert message in err


def test_bad_patterns_are_marked(trees):
    code, out, err = run("NP < (PP", trees)
    assert (code, out) == (2, "")
    assert err == (
        "rightmost: pattern:1:9: the pattern ends; expected ')' for the '(' of column 6; in: NP < (PP^HERE^\n"
    )


def test_bad_files(tmp_path):
    missing, binary, empty, plain = (tmp_path / name for name in ("missing", "binary", "empty", "plain"))
    binary.write_bytes(b"\xff\xfe\x00\x9f")
    empty.write_text("")
    plain.write_text("Arthur is King")
    assert run("NP", missing) == (1, "", f"rightmost: {missing}: no such file; check the path\n")
    fault = "not UTF-8 text; it looks like UTF-16: convert it first (iconv -f UTF-16 -t UTF-8)"
    assert run("NP", binary)[::2] == (1, f"rightmost: {binary}:1: {fault}\n")
    assert "no trees in it" in run("NP", empty)[2]
    assert run("NP", plain) == (1, "", f"rightmost: {plain}:1:1: 'Arthur' outside any tree; expected '('\n")


def test_standard_input_and_output_to_a_file(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "stdin", io.StringIO(ARTHUR))
    assert run("PP", "-", "--output", tmp_path / "out.txt") == (0, "", "")
    assert (tmp_path / "out.txt").read_text() == "1: Arthur is King [PP of the Britons]\n"


def test_trees_are_read_as_they_are_needed(monkeypatch):
    """What is printed first does not wait for the rest: files may be larger than memory."""
    seen = []

    def endless(file: str, *, keep_wrapper: bool):
        for number in itertools.count():
            if number == 3:
                raise KeyboardInterrupt
            seen.append(number)
            yield from read_trees(io.StringIO(RIDER), keep_wrapper=keep_wrapper)

    monkeypatch.setattr(search, "read_tree_file", endless)
    code, out, _ = run("PRP", "-")
    assert (code, seen) == (130, [0, 1, 2])
    assert out.splitlines() == [f"{number}: [PRP He] rides" for number in (1, 2, 3)]


# -- raw text -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def model(tmp_path_factory) -> Path:
    torch.set_num_threads(1)
    path = tmp_path_factory.mktemp("models") / "tiny"
    save_model(network(), path, about={})
    return path


def test_raw_text_is_parsed_first(model, tmp_path):
    text = tmp_path / "text.txt"
    text.write_text("Arthur is King. He\nrides.\n\n\nA king!\n", encoding="utf-8")
    code, out, err = run("TOP", text, "--model", model)
    assert (code, err) == (0, "")
    assert out == "1: [TOP Arthur is King .]\n2: [TOP He rides .]\n3: [TOP A king !]\n"


def test_raw_text_without_words(model, tmp_path):
    text = tmp_path / "empty.txt"
    text.write_text("\n \n")
    assert run("TOP", text, "--model", model) == (1, "", f"rightmost: {text}: no words in it; expected a text\n")


def test_a_model_that_there_is_not(trees):
    code, _, err = run("TOP", trees, "--model", "nowhere")
    assert code == 1
    assert "nowhere" in err
