from __future__ import annotations

import gzip
import io
import os
import re
import socket
import subprocess
import sys
import threading

import pytest

from rightmost.errors import UnreadableFile
from rightmost.files import opened_text, written_atomically


def test_standard_input_is_utf_8_whatever_the_locale(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("König".encode()), encoding="latin-1"))
    with opened_text("-") as (stream, name):
        assert (stream.read(), name) == ("König", "<stdin>")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\x7fELF\xff"), encoding="latin-1"))
    with pytest.raises(UnreadableFile, match="<stdin>:1: not UTF-8 text"), opened_text("-") as (stream, _):
        stream.read()


def test_what_stands_before_a_line_that_is_no_text_can_be_read(tmp_path):
    path = tmp_path / "late.txt"
    path.write_bytes("König Arthur\n".encode() * 20_000 + b"good\nbad \xff\ngood\n")
    message = "late.txt:20002: not UTF-8 text"
    with pytest.raises(UnreadableFile, match=message), opened_text(path) as (stream, _):
        lines = 0
        for line in stream:
            assert line in {"König Arthur\n", "good\n"}
            lines += 1
    assert lines == 20_001
    blocks = []
    with pytest.raises(UnreadableFile, match=message), opened_text(path) as (stream, _):
        while block := stream.read(999):
            blocks.append(block)
    assert "".join(blocks).startswith("König Arthur\n" * 20_000)
    with pytest.raises(UnreadableFile, match=message), opened_text(path) as (stream, _):
        stream.read()


def test_a_stream_of_the_caller_that_is_no_text(tmp_path):
    path = tmp_path / "binary"
    path.write_bytes(b"\xff\xfe")
    with (
        path.open(encoding="utf-8") as given,
        pytest.raises(UnreadableFile, match="binary: not UTF-8"),
        opened_text(given) as (stream, _),
    ):
        stream.read()


def test_lines_by_hand(tmp_path):
    path = tmp_path / "late.txt"
    path.write_bytes(b"good\nbad \xff\ngood\n")
    with pytest.raises(UnreadableFile, match=r"late.txt:2: not UTF-8"), opened_text(path) as (stream, _):
        assert stream.readline() == "good\n"
        stream.readline()


def test_standard_input_is_closed(monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(UnreadableFile, match="<stdin>: closed; there is nothing to read"), opened_text("-"):
        pass


def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(UnreadableFile, match="a folder, where a file was expected"), opened_text(tmp_path):
        pass


def test_standard_input_stays_open(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"Arthur")))
    with opened_text("-") as (stream, _):
        stream.read()
    assert not sys.stdin.buffer.closed


def test_a_byte_order_mark_is_no_text(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("\ufeffArthur".encode())))
    path = tmp_path / "marked.txt"
    path.write_text("\ufeffArthur", encoding="utf-8")
    for source in ("-", path):
        with opened_text(source) as (stream, _):
            assert stream.read() == "Arthur"


def test_links_and_pipes_stay_what_they_are(tmp_path):
    real, link, pipe = tmp_path / "real.txt", tmp_path / "link.txt", tmp_path / "pipe"
    real.write_text("old")
    link.symlink_to(real)
    with written_atomically(link) as stream:
        stream.write("new")
    assert link.is_symlink()
    assert real.read_text() == "new"
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()))
    read: list[str] = []
    reader.start()
    with written_atomically(pipe) as stream:
        stream.write("through")
    reader.join()
    assert read == ["through"]
    assert pipe.is_fifo()


def test_a_file_is_written_whole_or_not_at_all(tmp_path):
    path = tmp_path / "out.txt"
    with pytest.raises(KeyboardInterrupt), written_atomically(path) as stream:
        stream.write("half")
        raise KeyboardInterrupt
    assert list(tmp_path.iterdir()) == []
    with written_atomically(path) as stream:
        stream.write("whole")
    assert path.read_text() == "whole"


def test_a_line_ends_with_a_newline_alone(tmp_path):
    path = tmp_path / "lines.txt"
    path.write_bytes(b"Arthur\ris\r\nKing\n")
    with opened_text(path) as (stream, _):
        assert list(stream) == ["Arthur\ris\r\n", "King\n"]


def test_who_may_read_a_file_stays_so(tmp_path):
    path = tmp_path / "private.txt"
    path.write_text("old")
    path.chmod(0o600)
    with written_atomically(path) as stream:
        stream.write("new")
    assert (path.read_text(), path.stat().st_mode & 0o777) == ("new", 0o600)


def test_a_read_only_file_stays_as_it_is(tmp_path, monkeypatch):
    path = tmp_path / "kept.txt"
    path.write_text("old")
    monkeypatch.setattr(os, "access", lambda *_: False)  # who runs the tests may be allowed everything
    with (
        pytest.raises(UnreadableFile, match=r"kept\.txt: cannot be written \(it is read-only\)"),
        written_atomically(path),
    ):
        pass
    assert [each.name for each in tmp_path.iterdir()] == ["kept.txt"]
    assert path.read_text() == "old"


def test_what_gzip_packed_is_read(tmp_path, monkeypatch):
    packed = gzip.compress("König\nArthur\n".encode())
    path = tmp_path / "text.gz"
    path.write_bytes(packed)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(packed)))
    for source in (path, "-"):
        with opened_text(source) as (stream, _):
            assert list(stream) == ["König\n", "Arthur\n"]
    assert not sys.stdin.buffer.closed
    path.write_bytes(packed[:-9])
    message = r"text\.gz: damaged gzip data, or cut short; get the file again"
    with pytest.raises(UnreadableFile, match=message), opened_text(path) as (stream, _):
        stream.read()
    path.write_bytes(packed[:2] + b"rubbish that is not gzip")
    with pytest.raises(UnreadableFile, match=message), opened_text(path) as (stream, _):
        stream.read()


@pytest.mark.parametrize(
    ("encoded", "looks_like"),
    [
        ("König Arthur\n".encode("utf-16"), "UTF-16"),
        ("König Arthur\n".encode("utf-16-be"), "UTF-16BE"),
        ("Arthur is King\n".encode("utf-16-le"), "UTF-16LE"),
        ("König Arthur\n".encode("utf-32"), "UTF-32"),
        ("König Arthur\n".encode("latin-1"), "ISO-8859-1"),
        ("“König” Arthur\n".encode("cp1252"), "WINDOWS-1252"),
        ("亚瑟是国王\n".encode("gb18030"), None),
        (b"\x7fELF\xff\x01", None),
    ],
)
def test_an_error_names_the_encoding_that_the_text_looks_like(tmp_path, monkeypatch, encoded, looks_like):
    path = tmp_path / "text"
    path.write_bytes(encoded)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(encoded)))
    for source, name in ((path, str(path)), ("-", "<stdin>")):
        for reading in (lambda stream: stream.read(), lambda stream: stream.readline(), lambda stream: stream.read(9)):
            sys.stdin = io.TextIOWrapper(io.BytesIO(encoded))
            with pytest.raises(UnreadableFile) as raised, opened_text(source) as (stream, _):
                reading(stream)
            what = (
                f"it looks like {looks_like}: convert it first (iconv -f {looks_like} -t UTF-8)"
                if looks_like
                else "is it a binary file, or in another encoding?"
            )
            assert str(raised.value) == f"{name}:1: not UTF-8 text; {what}"


WRITING = """
import sys
from rightmost.files import written_atomically
print("before", flush=True)
with written_atomically(sys.argv[1]) as stream:
    stream.write("Arthur\\n")
"""


@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "link"])
def test_what_a_shell_redirected_is_written_on_not_replaced(tmp_path, name):
    if not os.path.lexists(name) and name != "link":
        pytest.skip("not on this system")
    log = tmp_path / "log.txt"
    log.write_text("old\n")
    (tmp_path / "link").symlink_to("/dev/stdout")
    node = log.stat().st_ino
    with log.open("a") as stream:
        command = [sys.executable, "-c", WRITING, tmp_path / "link" if name == "link" else name]
        subprocess.run(command, stdout=stream, check=True)
    assert (log.read_text(), log.stat().st_ino) == ("old\nbefore\nArthur\n", node)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "log.txt"]


def test_standard_error_and_a_pipe_are_outputs_too():
    done = subprocess.run([sys.executable, "-c", WRITING, "/dev/stderr"], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("before\n", "Arthur\n")
    done = subprocess.run([sys.executable, "-c", WRITING, "/dev/stdout"], capture_output=True, text=True, check=True)
    assert done.stdout == "before\nArthur\n"


def test_a_terminal_is_written_to():
    ours, theirs = os.openpty()
    with written_atomically(os.ttyname(theirs)) as stream:
        stream.write("Arthur\n")
    assert os.read(ours, 100) == b"Arthur\r\n"
    os.close(ours)
    os.close(theirs)


def test_an_open_file_that_is_not_there(tmp_path):
    handle = os.open(tmp_path, os.O_RDONLY)
    os.close(handle)
    with (
        pytest.raises(UnreadableFile, match=rf"/dev/fd/{handle}: cannot be written \(Bad file descriptor\)"),
        written_atomically(f"/dev/fd/{handle}"),
    ):
        pass


def test_links_that_lead_nowhere_and_in_circles(tmp_path):
    loop, dangling = tmp_path / "loop", tmp_path / "dangling"
    loop.symlink_to(loop)
    with pytest.raises(UnreadableFile, match=r"loop: cannot be written \(Too many"), written_atomically(loop):
        pass
    dangling.symlink_to("real.txt")
    with written_atomically(dangling) as stream:
        stream.write("new")
    assert dangling.is_symlink()
    assert (tmp_path / "real.txt").read_text() == "new"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["dangling", "loop", "real.txt"]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "No such file or directory"),
        ("no/such/folder.txt", "No such file or directory"),
        ("file/out.txt", "Not a directory"),
        ("x" * 300, "File name too long"),
        ("socket", "No such device or address"),
    ],
)
def test_what_cannot_be_written(tmp_path, monkeypatch, name, why):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    with socket.socket(socket.AF_UNIX) as made:
        made.bind("socket")
    path = tmp_path / name if name else ""
    message = re.escape(f"{path or repr('')}: cannot be written ({why})")
    with pytest.raises(UnreadableFile, match=message), written_atomically(path):
        pass
    with pytest.raises(UnreadableFile, match="a folder, where a file was to be written"), written_atomically(tmp_path):
        pass
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "socket"]
