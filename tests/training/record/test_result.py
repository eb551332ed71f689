"""What came of a run, on disk and back."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rightmost.training.record.development import Figures
from rightmost.training.record.result import Result

percents = st.floats(0, 100)
by_file = st.dictionaries(st.text(max_size=9), st.builds(Figures, *[percents] * 5), max_size=3)
results = st.builds(Result, st.integers(), st.integers(1, 99), st.floats(0, 1e9), by_file, by_file)
ARTHUR = Result(1, 2, 3.5, {"dev.txt": Figures(50.0, 90.0, 91.0, 89.0, 97.0)}, {})


@settings(deadline=None, max_examples=50)
@given(results)
def test_a_result_comes_back_from_its_file(result: Result) -> None:
    with TemporaryDirectory() as name:
        result.write(Path(name))
        assert Result.read(Path(name)) == result
        assert [path.name for path in Path(name).iterdir()] == ["result.json"]


def test_the_file_is_for_others_to_read_too(tmp_path: Path) -> None:
    ARTHUR.write(tmp_path)
    text = (tmp_path / "result.json").read_text(encoding="utf-8")
    assert text.endswith("}\n")
    written = json.loads(text)
    assert written.keys() == {"seed", "best_epoch", "seconds", "dev", "test"}
    assert written["dev"]["dev.txt"]["f1"] == 90.0


@pytest.mark.parametrize("written", [None, b"", b"{", b"\xff"], ids=["none", "empty", "half", "no text"])
def test_a_run_without_a_result_is_not_finished(tmp_path: Path, written: bytes | None) -> None:
    if written is not None:
        (tmp_path / "result.json").write_bytes(written)
    assert Result.read(tmp_path) is None


def test_the_newest_stands(tmp_path: Path) -> None:
    Result(1, 1, 1.0, {}, {}).write(tmp_path)
    ARTHUR.write(tmp_path)
    assert Result.read(tmp_path) == ARTHUR
