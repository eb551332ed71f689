"""`rightmost draw`, from the command line in."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from rightmost.__main__ import main
from rightmost.trees.tree import Tree

ARTHUR = "(S (NP (NNP Arthur)) (VP (VBZ is) (NP (NP (NN King)) (PP (IN of) (NP (DT the) (NNPS Britons))))))"
CHINESE = "(IP (NP (NR 亚瑟)) (VP (VC 是) (NP (NN 国王))))"
DRAWN = Tree.from_string(ARTHUR).draw()
DRAWN_CHINESE = Tree.from_string(CHINESE).draw()
TEXT = "{http://www.w3.org/2000/svg}text"

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs `rightmost draw`, in a terminal so wide or in none; gives its exit code, its output and its talk."""

    def run_draw(*arguments: str | Path, terminal: int | None = None) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["rightmost", "draw", *map(str, arguments)])
        if terminal is not None:
            monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
            monkeypatch.setenv("COLUMNS", str(terminal))
        with pytest.raises(SystemExit) as exit:
            main()
        out, err = capsys.readouterr()
        return exit.value.code or 0, out, err  # type: ignore[return-value]

    return run_draw


@pytest.fixture
def trees(tmp_path: Path) -> Path:
    path = tmp_path / "two.txt"
    path.write_text(f"(TOP {ARTHUR})\n(TOP {CHINESE})\n", encoding="utf-8")
    return path


def test_every_tree_is_drawn_with_a_blank_line_between(run: Run, trees: Path) -> None:
    assert run(trees) == (0, f"{DRAWN}\n\n{DRAWN_CHINESE}\n", "")


def test_standard_input(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(ARTHUR))
    assert run("-") == (0, f"{DRAWN}\n", "")


def test_a_terminal_gets_colours_unless_told_not_to(run: Run, trees: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    coloured = Tree.from_string(ARTHUR).draw(colour=True)
    assert run(trees, terminal=80)[1].startswith(f"{coloured}\n\n")
    monkeypatch.setenv("NO_COLOR", "1")
    assert run(trees, terminal=80)[1].startswith(f"{DRAWN}\n\n")


def test_a_narrow_terminal_gets_outlines(run: Run, trees: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    outlined = Tree.from_string(ARTHUR).draw(outline=True)
    assert run(trees, terminal=34)[1] == f"{outlined}\n\n{DRAWN_CHINESE}\n"


def test_options_reach_the_drawing(run: Run, trees: Path) -> None:
    tree = Tree.from_string(ARTHUR)
    assert run(trees, "--ascii")[1].startswith(f"{tree.draw(ascii=True)}\n")
    assert run(trees, "--outline")[1].startswith(f"{tree.draw(outline=True)}\n")
    assert run(trees, "--width", "20")[1].startswith(f"{tree.draw(width=20)}\n")


def test_one_tree_as_svg(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "one.txt"
    path.write_text(ARTHUR, encoding="utf-8")
    assert run(path, "--format", "svg") == (0, f"{Tree.from_string(ARTHUR).svg()}\n", "")


def test_several_trees_as_one_svg(run: Run, trees: Path) -> None:
    code, out, _ = run(trees, "--format", "svg")
    texts = [element.text for element in ElementTree.fromstring(out).iter(TEXT)]
    assert code == 0
    assert {"Britons", "国王"} <= set(texts)


def test_output_goes_to_a_file(run: Run, trees: Path, tmp_path: Path) -> None:
    written = tmp_path / "drawn.txt"
    assert run(trees, "--output", written) == (0, "", "")
    assert written.read_text(encoding="utf-8") == f"{DRAWN}\n\n{DRAWN_CHINESE}\n"


def test_a_file_gets_no_colours(run: Run, trees: Path, tmp_path: Path) -> None:
    run(trees, "--output", tmp_path / "drawn.txt", terminal=80)
    assert "\x1b" not in (tmp_path / "drawn.txt").read_text(encoding="utf-8")


def test_a_failure_leaves_the_output_as_it_was(run: Run, tmp_path: Path) -> None:
    path, written = tmp_path / "bad.txt", tmp_path / "drawn.txt"
    path.write_text(f"{ARTHUR}\n(S (NP", encoding="utf-8")
    written.write_text("before", encoding="utf-8")
    code, _, err = run(path, "--output", written)
    assert code == 1
    assert err.startswith(f"rightmost: {path}:2:")
    assert written.read_text(encoding="utf-8") == "before"
    assert sorted(tmp_path.iterdir()) == [path, written]


@pytest.mark.parametrize("content", ["", "\n \n"])
def test_no_trees(run: Run, tmp_path: Path, content: str) -> None:
    path = tmp_path / "empty.txt"
    path.write_text(content, encoding="utf-8")
    message = f"{path}: no trees in it; expected bracketed trees, as (S (NP (NNP Arthur)) ...)"
    assert run(path) == (1, "", f"rightmost: {message}\n")
    assert run(path, "--format", "svg") == (1, "", f"rightmost: {message}\n")


def test_no_trees_on_standard_input(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert run("-")[2].startswith("rightmost: <stdin>: no trees in it; expected ")


def test_a_file_that_cannot_be_read(run: Run, tmp_path: Path) -> None:
    missing, binary = tmp_path / "missing.txt", tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe\x00\x9f")
    assert run(missing) == (1, "", f"rightmost: {missing}: no such file; check the path\n")
    code, out, err = run(binary)
    assert (code, out) == (1, "")
    assert err.startswith(f"rightmost: {binary}:1: not UTF-8 text")


@pytest.mark.parametrize("arguments", [["--format", "png"], ["--width", "0"], ["--nonsense"]])
def test_bad_usage(run: Run, trees: Path, arguments: list[str]) -> None:
    code, out, err = run(trees, *arguments)
    assert (code, out) == (2, "")
    assert arguments[0].lstrip("-") in err


def test_a_terminal_without_the_characters(
    run: Run, trees: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = io.BytesIO()
    plain = io.TextIOWrapper(raw, encoding="ascii")
    monkeypatch.setattr(plain, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setattr(sys, "stdout", plain)
    code, _, _ = run(trees)
    plain.flush()
    assert code == 0
    assert raw.getvalue().decode("ascii").startswith(f"{Tree.from_string(ARTHUR).draw(ascii=True)}\n\n")
    assert "&#20122;&#29791;" in raw.getvalue().decode("ascii")
    run(trees, "--output", tmp_path / "drawn.txt")
    assert (tmp_path / "drawn.txt").read_text(encoding="utf-8") == f"{DRAWN}\n\n{DRAWN_CHINESE}\n"
