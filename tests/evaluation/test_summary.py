from __future__ import annotations

import json
from pathlib import Path

import pytest

from evaluation.results import figures, write_result, write_seeds
from rightmost.errors import BadUsage, RightmostError
from rightmost.evaluation.summary import read_experiments, summarise
from rightmost.evaluation.t_test import permutation_p, welch_p


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Path, Path]:
    return write_seeds(tmp_path / "base_line", 90.0, 91.0, 92.0), write_seeds(tmp_path / "new", 93.0, 94.0, 95.5)


def test_means_and_errors(pair):
    summary = summarise(read_experiments(pair))
    dev, test = summary.tables["dev"], summary.tables["test"]
    assert [row.name for row in dev] == ["base_line", "new"]
    cell = dev[0].cells["f1"]
    assert cell.values == (90.0, 91.0, 92.0)
    assert (cell.mean, cell.error) == (91.0, pytest.approx(3**-0.5))
    assert (cell.difference, cell.welch_p, cell.permutation_p) == (None, None, None)
    assert test[0].cells["f1"].mean == 89.0
    assert dev[0].seeds == (1, 2, 3)


def test_against_a_baseline(pair):
    baseline, new = read_experiments(pair)
    rows = summarise([baseline, new], baseline=baseline).tables["dev"]
    assert rows[0].cells["f1"].difference is None
    cell = rows[1].cells["f1"]
    assert cell.difference == pytest.approx(94 + 1 / 6 - 91)
    assert cell.welch_p == pytest.approx(welch_p([93.0, 94.0, 95.5], [90.0, 91.0, 92.0]))
    assert cell.permutation_p == permutation_p([93.0, 94.0, 95.5], [90.0, 91.0, 92.0]) == 0.1


def test_the_result_that_training_writes(tmp_path):
    from rightmost.training.record.development import Figures
    from rightmost.training.record.result import Result

    Result(4, 3, 10.0, {"a": Figures(50.0, 90.0, 91.0, 89.0, 97.0)}, {}).write(tmp_path)
    ((row,),) = summarise(read_experiments([tmp_path])).tables.values()
    assert row.seeds == (4,)
    assert {figure: cell.mean for figure, cell in row.cells.items()} == {
        "exact_match": 50.0,
        "f1": 90.0,
        "precision": 91.0,
        "recall": 89.0,
        "tagging_accuracy": 97.0,
    }


def test_one_seed_has_no_error_and_no_p(tmp_path, pair):
    write_result(tmp_path / "alone", 7, 99.0)
    baseline, alone = read_experiments([pair[0], tmp_path / "alone"])
    cell = summarise([baseline, alone], baseline=baseline).tables["dev"][1].cells["f1"]
    assert (cell.mean, cell.error, cell.difference, cell.welch_p, cell.permutation_p) == (99.0, None, 8.0, None, None)


def test_a_part_that_only_some_have(tmp_path, pair):
    untested = write_seeds(tmp_path / "untested", 80.0, 81.0, test=False)
    one, other, third = read_experiments([*pair, untested])
    summary = summarise([one, other, third], baseline=third)
    assert [row.name for row in summary.tables["test"]] == ["base_line", "new"]
    assert summary.tables["test"][0].cells["f1"].difference is None
    assert summary.tables["dev"][0].cells["f1"].difference == pytest.approx(10.5)


def test_names_that_are_the_same(tmp_path):
    folders = [write_seeds(tmp_path / name / "run", 90.0, 91.0) for name in "ab"]
    assert [one.name for one in read_experiments(folders)] == [folder.as_posix() for folder in folders]


def test_the_same_files_elsewhere(tmp_path, pair):
    """Another machine's folders do not matter; other files do."""
    summarise(read_experiments([pair[0], write_seeds(tmp_path / "elsewhere", 90.0, where="D:\\data")]))
    other = write_seeds(tmp_path / "other", 90.0)
    result = other / "seed-1" / "result.json"
    result.write_text(result.read_text().replace("two.txt", "three.txt"))
    with pytest.raises(RightmostError) as caught:
        summarise(read_experiments([pair[0], other]))
    assert str(caught.value) == (
        f"scored on different dev files: one.txt, two.txt ({pair[0] / 'seed-1' / 'result.json'}), "
        f"but one.txt, three.txt ({result}); report them one by one"
    )


def test_seeds_that_do_not_belong_together(tmp_path):
    folder = write_seeds(tmp_path / "run", 90.0, 91.0)
    write_result(folder / "seed-2", 2, 91.0, test=False)
    with pytest.raises(RightmostError) as caught:
        read_experiments([folder])
    assert str(caught.value) == (
        f"scored on different test files: test.txt ({folder / 'seed-1' / 'result.json'}), "
        f"but none ({folder / 'seed-2' / 'result.json'}); report them one by one"
    )
    write_result(folder / "seed-2", 1, 91.0)
    with pytest.raises(RightmostError) as caught:
        read_experiments([folder])
    assert str(caught.value) == (
        f"seed 1 twice, in {folder / 'seed-1' / 'result.json'} and {folder / 'seed-2' / 'result.json'}; "
        "each must be another run"
    )


def test_folders_without_a_result(tmp_path, pair):
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").write_text("")
    write_result(pair[1], 9, 90.0)
    for folder, message in [
        (tmp_path / "no", "no such folder; check the path"),
        (tmp_path / "file", "a file, where a run's folder was expected"),
        (tmp_path / "empty", "no result.json here or in a folder right below; `rightmost train` writes them"),
        (pair[1], f"both result.json and {Path('seed-1', 'result.json')}; move one of them elsewhere"),
    ]:
        with pytest.raises(RightmostError) as caught:
            read_experiments([folder])
        assert str(caught.value) == f"{folder}: {message}"
    with pytest.raises(BadUsage) as caught:
        read_experiments([pair[0], pair[0] / ".." / "base_line"])
    assert str(caught.value) == f"{pair[0] / '..' / 'base_line'} is given twice; give each run once"


FOREIGN = (
    "not what `rightmost train` writes; expected seed, and for dev and test by file "
    "exact_match, f1, precision, recall, tagging_accuracy"
)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", ":1: not JSON (Expecting property name enclosed in double quotes); was the run cut short?"),
        ("[]", f": {FOREIGN}"),
        ("{}", f": {FOREIGN}"),
        ('{"seed": 1, "dev": {"a": {"f1": 3}}, "test": {}}', f": {FOREIGN}"),
        ('{"seed": 1, "dev": [], "test": {}}', f": {FOREIGN}"),
        (json.dumps({"seed": "1", "dev": {"a": figures(9.0)}, "test": {}}), f": {FOREIGN}"),
        (json.dumps({"seed": 1, "dev": {"a": figures(float("nan"))}, "test": {}}), f": {FOREIGN}"),
        ('{"seed": 1, "dev": {}, "test": {}}', ": no dev and no test files were scored"),
    ],
)
def test_results_that_are_none(tmp_path, text, message):
    (tmp_path / "result.json").write_text(text)
    with pytest.raises(RightmostError) as caught:
        read_experiments([tmp_path])
    assert str(caught.value) == f"{tmp_path / 'result.json'}{message}"
