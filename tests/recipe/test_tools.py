"""The scripts of tools/ that make trees to learn from: what they write, and what they say of bad input."""

from __future__ import annotations

import doctest
import sys

import pytest

from rightmost.outcome import run
from tool import TOOLS, tool

QUESTION = """(SBARQ (NP (WP Who)) (SQ (VP (VBZ is) (NP (DT the) (NN king)))) (. ?))"""
MENDED = """(TOP (SBARQ (WHNP (WP Who)) (SQ (VBZ is) (NP (DT the) (NN king))) (. ?)))"""


@pytest.fixture
def told(monkeypatch, tmp_path):
    """Runs a script in an empty folder with these files."""
    monkeypatch.chdir(tmp_path)

    def tell(name: str, *arguments: str, **files: str) -> None:
        for file, text in files.items():
            (tmp_path / file).write_text(text)
        monkeypatch.setattr(sys, "argv", [name, *arguments])
        run(tool(name).main)

    return tell


@pytest.mark.parametrize("name", sorted(path.stem for path in TOOLS.glob("*.py")))
def test_examples_in_the_scripts_are_right(name):
    assert doctest.testmod(tool(name)).failed == 0


def test_trees_are_mended(told, tmp_path, capsys):
    told("mend", "trees", "--output", "mended", trees=f"{QUESTION}\n(NP (NN king))\n")
    assert (tmp_path / "mended").read_text() == f"{MENDED}\n(TOP (NP (NN king)))\n"
    assert capsys.readouterr().out == "mended: 2 trees\n"


def test_sentences_run_on(told, tmp_path, capsys):
    go, quoted = "(S (VP (VB go)) (. .))", "(S (`` ``) (VP (VB go)) ('' ''))"
    told(
        "run_on", "trees", "--every", "2", "--most-words", "4", "--output", "out", trees=f"{go} {go} {quoted} {go} {go}"
    )
    both = "(TOP (S (S (VP (VB go))) (. .) (S (VP (VB go))) (. .)))\n"
    assert (tmp_path / "out").read_text() == both  # the second pair has quotation marks, and the fifth tree no partner
    assert capsys.readouterr().out == "out: 1 trees\n"


@pytest.mark.parametrize(("between", "written"), [("stop", "(. .) "), ("comma", "(, ,) "), ("nothing", "")])
def test_what_stands_between_them(told, tmp_path, between, written):
    go = "(S (VP (VB go)) (. .))"
    told("run_on", "trees", "--every", "1", "--between", between, "--output", "out", trees=f"{go} {go}")
    assert (tmp_path / "out").read_text() == f"(TOP (S (S (VP (VB go))) {written}(S (VP (VB go))) (. .)))\n"


@pytest.mark.parametrize(
    ("what", "subjects", "inserted"),
    [
        ("vocative", ["He", "I"], "(, ,) (NP "),
        ("chat-word", ["He", "I"], "(INTJ (UH "),
        ("number", ["He", "Arthur", "I"], "(LST (LS "),
        ("absolute", ["He"], "(, ,) (S (NP (PRP$ his) "),
        ("speaker", ["He", "I"], "(PRN (S"),
    ],
)
def test_only_trees_that_something_was_put_into_are_written(told, tmp_path, capsys, what, subjects, inserted):
    wet = "(S (NP ({})) (VP (VBD got) (ADJP (JJ wet))) (. .))"
    trees = [wet.format(who) for who in ("PRP He", "NNP Arthur", "PRP I")]
    told("insert", "trees", "--what", what, "--output", "out", trees="\n(NP (NN rain))\n".join(trees))
    written = (tmp_path / "out").read_text().splitlines()
    assert [line.count(inserted) for line in written] == [1] * len(subjects)
    assert all(f"{subject})) (VP" in line for subject, line in zip(subjects, written))
    assert capsys.readouterr().out == f"out: {len(subjects)} trees\n"


def test_everyday_forms_of_trees(told, tmp_path, capsys):
    """Each form is there, has the brackets that it should, and comes out the same again."""
    heads = ["PRP He", "PRP I", "PRP They", "NNP Arthur", "NNP Robin", "PRP She", "PRP We", "PRP You", "PRP It"]
    ends = ["(ADJP (JJ wet))", "(ADVP (RB home))", "(PP (IN to) (NP (NN war)))", "(NP (NN rest) (NN today))"]
    trees = [f"(S (NP ({head})) (VP (VBD got) {end}) (. .))" for head in heads for end in ends]
    trees += [f"(S (NP ({head})) (VP (VBD did) (RB n't) (VP (VB go))) (. .))" for head in heads]
    trees += ["(ADJP (JJ Lucky) (. .))", "(S (LS 1) (NP (PRP I)) (VP (VBP go)) (. .))"]
    written = {}
    for folder in ("once", "again"):
        told("everyday", "trees", "--output", folder, trees="\n".join(trees))
        written[folder] = {path.stem: path.read_text().splitlines() for path in (tmp_path / folder).iterdir()}
    assert written["once"] == written["again"]
    found = written["once"]
    assert len(found["train"]) == len(trees)
    assert found["mended"] == found["shapes"] == ["(TOP (S (LST (LS 1)) (NP (PRP I)) (VP (VBP go)) (. .)))"]
    expected = {
        "noise": "",
        "no-subject": "(TOP (S (VP (VBD ",
        "short": "(VP (VBD got)) (. .)",
        "old-spelling": "(NN to-day)",
        "fused-negatives": "(VBD didnt)",
        "run-on": "(. .) (",
        "fused": ")) (S (NP (",
        "tails": "(, ,) (ADJP (JJ lucky)) (. .)",
        "vocative": "(, ,) (NP ",
        "chat-word": "(INTJ (UH ",
        "speaker": "(PRN (S",
        "number": "(LST (LS ",
    }
    for name, part in expected.items():
        assert found[name], name
        assert all(part in line for line in found[name]), name
    assert capsys.readouterr().out.count(" trees\n") == 2 * len(found)


def test_trees_are_agreed_on(told, tmp_path, capsys):
    trees = "(S (NP (NN a)) (VP (VB b)))\n"
    told("consensus", "a", "b", "c", "--output", "agreed", a=trees, b=trees, c="(X (NN a) (VB b))\n")
    assert capsys.readouterr().out == "agreed: 0 trees\n"
    told("consensus", "a", "b", "c", "--agreement", "0.5", "--output", "agreed")
    assert (tmp_path / "agreed").read_text() == f"(TOP {trees.strip()})\n"


WHO_IS = "(SBARQ (WHNP (WP Who)) (SQ (VBZ is) (NP (DT the) (NN king))) (. ?))"
WHO_GOES = "(SBARQ (WHNP (WP Who)) (SQ (VP (VBZ goes))) (. ?))"
KING = "(NP (NP (NN King)) (PP (IN of) (NP (NNS Britons))))"
KINGSHIP = "(NP (NP (NN king)) (PP (IN of) (NP (NN ice))))"
RULER = "(NP (NP (NN King)) (PP (IN in) (NP (NN ice))))"


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        (["--every", "2"], [WHO_IS, KING, RULER]),
        (["--every", "3", "--first", "2"], [WHO_GOES, RULER]),
        (["--with", "questions"], [WHO_IS, WHO_GOES]),
        (["--with", "subject-questions"], [WHO_GOES]),
        (["--with", "titles"], [KING]),
        (["--with", "questions", "--unlike", "other"], [WHO_IS]),
    ],
)
def test_trees_are_picked(told, tmp_path, asked, expected):
    trees = "\n".join([WHO_IS, WHO_GOES, KING, KINGSHIP, RULER])
    told("pick", "trees", "--output", "out", *asked, trees=trees, other=trees.replace("SQ (VBZ", "S (VBZ"))
    assert (tmp_path / "out").read_text() == "".join(f"(TOP {tree})\n" for tree in expected)


@pytest.mark.parametrize(
    ("name", "files", "said"),
    [
        ("mend", {"a": "(S (NN king"}, "a:1"),
        ("mend", {}, "a: no such file"),
        ("pick", {"a": "(S (NN king"}, "a:1"),
        ("consensus", {"a": "(S (NN king", "b": "(S (NN king))"}, "a:1"),
        ("consensus", {"a": "(S (NN king))", "b": "(S (NN king)) (S (NN king))"}, "equally many trees"),
        ("consensus", {"a": "(S (NN king))", "b": "(S (NN queen))"}, "trees over different words"),
        ("consensus", {"a": "(S (NN king))"}, "two or more parsers"),
    ],
)
def test_bad_input_is_one_line(told, capsys, tmp_path, name, files, said):
    with pytest.raises(SystemExit) as ended:
        told(name, *(files or {"a": ""}), "--output", "out", **files)
    assert ended.value.code == 1
    error = capsys.readouterr().err
    assert error.startswith("rightmost: ")
    assert said in error
    assert error.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_files_to_pick_from_that_do_not_match_are_refused(told, tmp_path, capsys):
    with pytest.raises(SystemExit) as ended:
        told("pick", "a", "--unlike", "b", "--output", "out", a=QUESTION, b=f"{QUESTION}\n{QUESTION}")
    assert ended.value.code == 1
    assert capsys.readouterr().err.startswith("rightmost: a: no tree 2, ")
    assert not (tmp_path / "out").exists()


def test_no_tree_comes_before_the_first(told, capsys):
    with pytest.raises(SystemExit) as ended:
        told("pick", "a", "--first", "0", "--output", "out", a=QUESTION)
    assert ended.value.code == 2
    assert "at least 1" in capsys.readouterr().err
