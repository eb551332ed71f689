from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightmost.errors import ModelError
from rightmost.modelfile.sealed import (
    SealedFolder,
    as_json,
    blamed_on,
    read_regular,
    seal,
    sealed,
)

CONTENT = b"Arthur is King of the Britons"
DIGEST = hashlib.sha256(CONTENT).hexdigest()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.txt").write_bytes(CONTENT)
    (tmp_path / "b.txt").write_bytes(b"")
    (tmp_path / "config.json").write_text('{"format": 1, "sha256": {}}')
    seal(tmp_path)
    return tmp_path


def test_what_a_folder_has(folder):
    opened = SealedFolder.opened(folder)
    assert opened.names() == ["a.txt", "b.txt"]
    assert opened.names(".json") == []
    assert opened.checksums["a.txt"] == DIGEST
    assert opened.read("a.txt") == CONTENT
    assert opened.read("b.txt") == b""


def test_a_file_that_is_not_listed(folder):
    (folder / "c.txt").write_bytes(CONTENT)
    with pytest.raises(ModelError, match=r"c\.txt is not among its checksums; get the model again$"):
        SealedFolder.opened(folder).read("c.txt")


def test_a_file_that_changes_after_the_folder_was_opened(folder):
    opened = SealedFolder.opened(folder)
    (folder / "a.txt").write_bytes(CONTENT[::-1])
    with pytest.raises(ModelError, match=r"a\.txt: damaged or cut short \(its checksum differs\)"):
        opened.read("a.txt")


def test_hidden_files_are_not_sealed(folder):
    (folder / ".note").write_text("mine")
    assert seal(folder) == 2


@pytest.mark.parametrize("name", ["a b", "ä", "-", "a\nb"])
def test_names_that_cannot_be_sealed(folder, name):
    (folder / name).write_text("")
    with pytest.raises(ModelError, match=r"expected a plain name of a file beside it$"):
        seal(folder)


numbers = st.dictionaries(st.integers() | st.text(), st.floats() | st.integers() | st.text(), max_size=20)


@given(st.dictionaries(st.text(), st.dictionaries(st.integers(), st.floats() | st.text()) | st.lists(st.integers())))
def test_a_checksum_holds_after_writing_and_reading(config):
    """Keys that are numbers become text, and are in another order then."""
    made = sealed(config, {})
    again = json.loads(as_json(made))
    assert sealed(again, again["sha256"])["checksum"] == made["checksum"]


@given(st.text())
def test_any_change_changes_the_checksum(text):
    one, other = sealed({"about": text}, {}), sealed({"about": text + "."}, {})
    assert one["checksum"] != other["checksum"]


@given(content=st.binary(max_size=3000))
def test_a_regular_file(content, tmp_path_factory):
    path = tmp_path_factory.mktemp("files") / "file"
    path.write_bytes(content)
    assert read_regular(path, 3000) == (content, hashlib.sha256(content).hexdigest())
    if content:
        with pytest.raises(ModelError, match=r"bytes, where .* are the most; get the model again$"):
            read_regular(path, len(content) - 1)


def test_a_large_file(tmp_path):
    content = bytes(range(256)) * 10_000
    (tmp_path / "file").write_bytes(content)
    assert read_regular(tmp_path / "file", 10**7) == (content, hashlib.sha256(content).hexdigest())


def test_a_file_that_cannot_be_read(tmp_path):
    with pytest.raises(ModelError, match=r"file: cannot be read \(No such file or directory\)$"):
        read_regular(tmp_path / "file", 10)


def test_a_device():
    with pytest.raises(ModelError, match=r"^/dev/zero: a pipe or a device, where a file was expected"):
        read_regular(Path("/dev/zero"), 10)


class PanicException(BaseException):
    """As Rust's is named."""


@pytest.mark.parametrize("error", [ValueError("bad"), RecursionError("bad"), MemoryError("bad"), PanicException("bad")])
def test_errors_are_blamed_on_the_file(error):
    with pytest.raises(ModelError, match=r"^x: damaged \(bad\); get the model again$"), blamed_on(Path("x")):
        raise error


@pytest.mark.parametrize("error", [KeyboardInterrupt(), SystemExit(3), ModelError("y: bad")])
def test_what_is_no_fault_of_the_file(error):
    with pytest.raises(type(error)) as raised, blamed_on(Path("x")):
        raise error
    assert raised.value is error
