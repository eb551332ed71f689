"""Files found from any folder near, in either case."""

from __future__ import annotations

from pathlib import Path

import pytest

from corpora.samples import lay_out
from rightmost.corpora.folders import (
    LEVELS_UP,
    checked_folder,
    descend,
    entries,
    files_below,
    files_named,
    first_below,
    kind_of,
    lines_of,
    root_with,
)
from rightmost.errors import CorpusError, UnreadableFile

FILES = dict.fromkeys(
    ["b.MRG", "a.mrg", "c.txt", ".d.mrg", "in/e.mrg", "in/deep/f.Mrg", ".git/g.mrg", "h.mrg/i.txt"], ""
)


def names(root: Path, paths: list[Path]) -> list[str]:
    return [path.relative_to(root).as_posix() for path in paths]


def test_what_there_is(tmp_path: Path) -> None:
    root = lay_out(tmp_path, {"arthur": ""})
    assert [kind_of(root / name) for name in ("", "arthur", "grail", "arthur/grail")] == [
        "folder", "file", "nothing", "nothing"
    ]  # fmt: skip


def test_a_source_must_be_a_folder(tmp_path: Path) -> None:
    root = lay_out(tmp_path, {"arthur": ""})
    assert checked_folder(root) == root
    for name, says in [
        ("arthur", "a file, where the folder of the corpus was expected"),
        ("grail", "no such folder; check the path"),
    ]:
        with pytest.raises(CorpusError) as raised:
            checked_folder(root / name)
        assert str(raised.value) == f"{root / name}: {says}"


def test_a_path_that_cannot_be_looked_at(tmp_path: Path) -> None:
    says = r"cannot be looked at \(File name too long\)|no such folder"  # as this version of Python has it
    with pytest.raises((UnreadableFile, CorpusError), match=says):
        checked_folder(tmp_path / ("x" * 300))


def test_entries_come_by_name_without_hidden_ones(tmp_path: Path) -> None:
    root = lay_out(tmp_path, FILES)
    assert names(root, entries(root)) == ["a.mrg", "b.MRG", "c.txt", "h.mrg", "in"]
    assert names(root, entries(root, hidden=True)) == [".d.mrg", ".git", "a.mrg", "b.MRG", "c.txt", "h.mrg", "in"]


def test_a_folder_that_cannot_be_listed(tmp_path: Path) -> None:
    file = lay_out(tmp_path, {"arthur": ""}) / "arthur"
    with pytest.raises(UnreadableFile) as raised:
        entries(file)
    assert str(raised.value) == f"{file}: cannot be listed (Not a directory)"


def test_files_by_suffix(tmp_path: Path) -> None:
    root = lay_out(tmp_path, FILES)
    assert names(root, files_named(root, ".mrg")) == ["a.mrg", "b.MRG"]
    assert names(root, files_below(root, ".mrg")) == ["a.mrg", "b.MRG", "in/deep/f.Mrg", "in/e.mrg"]


def test_links_that_lead_in_circles(tmp_path: Path) -> None:
    root = lay_out(tmp_path, {"in/e.mrg": ""})
    (root / "in" / "circle").symlink_to(root)
    (root / "f.mrg").symlink_to(root / "in" / "e.mrg")
    assert names(root, files_below(root, ".mrg")) == ["f.mrg", "in/e.mrg"]


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("", ""),
        ("parsed/mrg/wsj", "PARSED/mrg/Wsj"),
        ("PARSED/MRG", "PARSED/mrg"),
        ("readme", "README"),
        ("parsed/wsj", None),
        ("readme/wsj", None),
    ],
)
def test_descending_in_either_case(tmp_path: Path, path: str, found: str | None) -> None:
    root = lay_out(tmp_path, {"PARSED/mrg/Wsj/02/wsj_0201.mrg": "", "README": ""})
    assert descend(root, path) == (None if found is None else root / found)


def test_the_first_that_is_the_one_looked_for(tmp_path: Path) -> None:
    files = ["wsj/README", "cd/mrg/wsj/02/wsj_0201.mrg", "cd/wsj/02/wsj_0201.mrg", "dvd/wsj/02/wsj_0201.mrg"]
    root = lay_out(tmp_path, dict.fromkeys(files, ""))

    def holds_sections(folder: Path) -> bool:
        return (folder / "02").is_dir()

    for point, found in [("", "cd/mrg/wsj"), ("cd", "cd/mrg/wsj"), ("dvd", "dvd/wsj")]:
        assert first_below(root / point, ("mrg/wsj", "wsj"), holds_sections) == root / found
    assert first_below(root, ("wsj",), lambda folder: True) == root / "wsj"
    assert first_below(root, ("wsj/readme",), lambda folder: True) is None, "a file is not looked into"
    assert first_below(root, ("brown",), lambda folder: True) is None


def test_the_root_is_found_from_near_it(tmp_path: Path) -> None:
    far = "/".join("abcd"[: LEVELS_UP + 1])
    root = lay_out(tmp_path / "top" / "gum", {"splits.md": "", "const/arthur.ptb": "", f"{far}/x": ""})
    for point in ("", "..", "const", str(Path(far).parent)):
        found = root_with((root / point).resolve(), "SPLITS.md", "const/Arthur.ptb")
        assert found is not None
        assert found.samefile(root)
    assert root_with(root / far, "splits.md") is None, "too far up"
    assert root_with(root, "splits.md", "grail.md") is None, "all that is needed must be there"


def test_lines_that_say_something(tmp_path: Path) -> None:
    root = lay_out(tmp_path, {"ids": "\n 11\t\n\n  \n12"})
    assert lines_of(root / "ids") == ["11", "12"]
