"""Every code block of README.md and docs/ runs as printed, in the order of its page, beside a few small files.

A block's language decides: `python` is executed, with one namespace for a page; `sh` is run by bash, and must end
well; `toml` must be a training config without a fault; `text` is no code. A comment on the line before it is a mark:

    <!-- file: mine.toml -->           the block is the content of that file, for the blocks after it
    <!-- not run: licensed data -->    it cannot run here; REASONS has all reasons, NOT_RUN counts such blocks
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from rightmost.modelfile.shipped import model_folder
from rightmost.training.config_file import read_config
from training.runs import TREES, write_corpus

ROOT = Path(__file__).parents[1]
PAGES = sorted(path.relative_to(ROOT).as_posix() for path in [ROOT / "README.md", *ROOT.glob("docs/**/*.md")])
REASONS = {"licensed data", "installs software"}
#: How many blocks of a page are not run, by reason.
NOT_RUN = {("README.md", "installs software"): 2, ("docs/REPRODUCING.md", "licensed data"): 1}
#: What a command of a page gets besides, so that it ends soon. All else is as printed.
SHORTER = {"rightmost train mine.toml": "--set epochs=1 --set device=cpu"}
#: Pages that train the shipped model.
SLOW = {"docs/TRAINING.md"}
#: The folders that the pages have models in.
MODELS = ("runs/ptb-xlnet/seed-1/best",)
#: And treebanks.
TREEBANKS = ("mine/train", "mine/dev", "mine/test", "data/masc/train", "data/ptb/test", "trees")
#: And texts.
TEXTS = ("letter.txt", "chat.txt", "text.txt")
#: And what stanza writes.
CONLLU = "1\tArthur\t_\t_\tNNP\t_\t_\t_\t_\t_\n2\trides\t_\t_\tVBZ\t_\t_\t_\t_\t_\n\n"

FENCE = re.compile(r"```(?P<language>.*)")
COMMAND = re.compile(r"^(?:rightmost|python|pip|uv|make|git|>>>) ", re.MULTILINE)
MARK = re.compile(r"<!-- (?P<kind>[\w ]+): (?P<value>.+) -->")


@dataclass(frozen=True)
class Block:
    """A code block of a page, and the mark before it."""

    page: str
    line: int
    language: str
    text: str
    mark: str

    @property
    def place(self) -> str:
        return f"{self.page}:{self.line}"

    def marked(self, kind: str) -> str | None:
        """What a mark of that kind says, if there is one."""
        match = MARK.fullmatch(self.mark)
        return match["value"] if match and match["kind"] == kind else None


def blocks_of(text: str, page: str = "page.md") -> list[Block]:
    """The code blocks of a page, and nothing that merely looks like one inside them."""
    blocks = []
    lines = iter(enumerate(text.splitlines(), start=1))
    before = ""
    for number, line in lines:
        if opened := FENCE.fullmatch(line.strip()):
            body = []
            for _, inner in lines:
                if inner.strip() == "```":
                    break
                body.append(inner)
            mark = before if before.startswith("<!--") else ""
            blocks.append(Block(page, number, opened["language"], "\n".join(body) + "\n", mark))
        before = line.strip()
    return blocks


def fault_of(block: Block) -> str | None:
    """What is wrong with how a block is written, whatever is in it."""
    if block.language not in {"python", "sh", "toml", "text"}:
        return f"{block.place}: language {block.language!r} is not python, sh, toml or text"
    if block.language == "text" and COMMAND.search(block.text):
        return f"{block.place}: a command in a block of text; make it one of sh or python"
    if block.mark and not (block.marked("file") or block.marked("not run") in REASONS):
        return f"{block.place}: unknown mark {block.mark}"
    return None


def all_blocks() -> list[Block]:
    return [block for page in PAGES for block in blocks_of((ROOT / page).read_text(encoding="utf-8"), page)]


PAGES_WITH_CODE = sorted({block.page for block in all_blocks() if block.language != "text"})


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The folder that a page's blocks run in: small treebanks, models, and `rightmost` on the path."""
    for name in TREEBANKS:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        write_corpus(tmp_path / f"{name}.txt", TREES[:4])
    for name in TEXTS:
        (tmp_path / name).write_text("Arthur is King\nof the Britons. He rides.\n", encoding="utf-8")
    (tmp_path / "texts.conllu").write_text(CONLLU, encoding="utf-8")
    for name in MODELS:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).symlink_to(model_folder("en"), target_is_directory=True)
    command = tmp_path / "bin" / "rightmost"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m rightmost "$@"\n')
    command.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run_block(block: Block, namespace: dict[str, object], folder: Path) -> None:
    if name := block.marked("file"):
        Path(name).write_text(block.text, encoding="utf-8")
    if block.language == "python":
        exec(compile(block.text, block.place, "exec"), namespace)
    elif block.language == "toml":
        Path("block.toml").write_text(block.text, encoding="utf-8")
        read_config("block.toml")
    elif block.language == "sh":
        script = block.text
        for command, more in SHORTER.items():
            script = script.replace(command, f"{command} {more}")
        told = {
            **os.environ,
            "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
            "OMP_NUM_THREADS": "1",
        }
        arguments = ["bash", "-e", "-o", "pipefail", "-c", script]
        done = subprocess.run(arguments, env=told, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, f"{block.place}: exit {done.returncode}\n{done.stderr}"


@pytest.mark.parametrize(
    "page",
    [pytest.param(page, marks=[pytest.mark.slow] if page in SLOW else []) for page in PAGES_WITH_CODE],
)
def test_the_blocks_of_a_page_run_as_printed(page, folder):
    namespace: dict[str, object] = {}
    for block in all_blocks():
        if block.page == page and block.marked("not run") is None:
            run_block(block, namespace, folder)


def test_every_block_has_a_language_and_known_marks():
    blocks = all_blocks()
    assert len(blocks) > 8
    assert [fault for fault in map(fault_of, blocks) if fault] == []


def test_the_blocks_that_are_not_run_are_counted():
    found: dict[tuple[str, str], int] = {}
    for block in all_blocks():
        if reason := block.marked("not run"):
            found[block.page, reason] = found.get((block.page, reason), 0) + 1
    assert found == NOT_RUN


def test_all_that_shortens_a_command_is_used():
    shell = "\n".join(block.text for block in all_blocks() if block.language == "sh")
    assert [command for command in SHORTER if command not in shell] == []


@pytest.mark.parametrize(
    ("page", "fault"),
    [
        ("```\nx\n```\n", "page.md:1: language '' is not python, sh, toml or text"),
        ("<!-- not run: no time -->\n```sh\nx\n```\n", "page.md:2: unknown mark <!-- not run: no time -->"),
        ("<!-- skipped -->\n```python\nx\n```\n", "page.md:2: unknown mark <!-- skipped -->"),
        ("<!-- not run: licensed data -->\n```sh\nx\n```\n", None),
        ("```text\nrightmost demo\n```\n", "page.md:1: a command in a block of text; make it one of sh or python"),
        ("<!-- a note -->\n\n```sh\nx\n```\n", None),
    ],
)
def test_what_is_wrong_with_a_block(page, fault):
    (block,) = blocks_of(page)
    assert fault_of(block) == fault


def test_a_block_that_fails_is_noticed(folder):
    shell, python, config = blocks_of("```sh\nfalse\ntrue\n```\n```python\n1 / 0\n```\n```toml\nepoch = 1\n```\n")
    with pytest.raises(AssertionError, match=r"^page\.md:1: exit 1"):
        run_block(shell, {}, folder)
    with pytest.raises(ZeroDivisionError):
        run_block(python, {}, folder)
    with pytest.raises(Exception, match="epoch: unknown key; did you mean epochs"):
        run_block(config, {}, folder)
