from __future__ import annotations

import json
import os

import pytest
import torch

from processes import Ended, run
from rightmost.training.record import checkpoint as module
from rightmost.training.record.checkpoint import CheckpointError, Checkpoints

SHARED = torch.arange(6.0)


def tensors(value=1.0):
    return {
        "weights": {"a.weight": torch.full((2, 3), value), "b": torch.tensor(value, dtype=torch.bfloat16)},
        "optimiser": {"a.weight/step": torch.tensor(3.0)},
    }


def save(checkpoints, step):
    return checkpoints.save(tensors(float(step)), {"standing": {"step": step}, "note": "ä", "x": 0.1}, step=step)


@pytest.fixture
def checkpoints(tmp_path):
    return Checkpoints(tmp_path / "checkpoints")


def test_what_is_saved_comes_back(checkpoints):
    folder = save(checkpoints, 7)
    found = checkpoints.latest()
    assert found.folder == folder
    assert found.state["standing"] == {"step": 7}
    assert (found.state["note"], found.state["x"]) == ("ä", 0.1)
    for name, named in tensors(7.0).items():
        loaded = found.tensors(name)
        assert loaded.keys() == named.keys()
        assert all(torch.equal(loaded[key], named[key]) and loaded[key].dtype == named[key].dtype for key in named)


def test_nothing_there(checkpoints):
    assert checkpoints.latest() is None


def test_no_pickle_and_nothing_half_done(checkpoints):
    folder = save(checkpoints, 7)
    assert sorted(path.name for path in folder.iterdir()) == [
        "optimiser.safetensors",
        "state.json",
        "weights.safetensors",
    ]
    assert [path.name for path in checkpoints.folder.iterdir()] == ["step-000000007"]


def test_all_go(checkpoints):
    checkpoints.clear()  # nothing there
    save(checkpoints, 7)
    (checkpoints.folder / ".step-000000009.part").mkdir()
    checkpoints.clear()
    assert not checkpoints.folder.exists()


def test_what_is_no_checkpoint_stays(checkpoints):
    save(checkpoints, 7)
    (checkpoints.folder / "notes.txt").write_text("mine")
    checkpoints.clear()
    assert [path.name for path in checkpoints.folder.iterdir()] == ["notes.txt"]


def test_two_are_kept(checkpoints):
    for step in (1, 2, 10, 11):
        save(checkpoints, step)
    assert sorted(path.name for path in checkpoints.folder.iterdir()) == ["step-000000010", "step-000000011"]
    assert checkpoints.latest().state["standing"]["step"] == 11


def test_tensors_may_share_memory(checkpoints):
    checkpoints.save({"weights": {"a": SHARED, "b": SHARED, "c": SHARED[2:]}}, {}, step=1)
    loaded = checkpoints.latest().tensors("weights")
    assert torch.equal(loaded["a"], SHARED)
    assert torch.equal(loaded["b"], SHARED)
    assert torch.equal(loaded["c"], SHARED[2:])


def damage_cut(path):
    os.truncate(path, path.stat().st_size // 2)


def damage_bit(path):
    content = bytearray(path.read_bytes())
    content[-3] ^= 1
    path.write_bytes(content)


def damage_gone(path):
    path.unlink()


def damage_number(path):
    path.write_text(path.read_text().replace('"step": 2', '"step": 3'))


@pytest.mark.parametrize(
    ("name", "damage", "why"),
    [
        ("weights.safetensors", damage_cut, "weights.safetensors is not as it was written"),
        ("weights.safetensors", damage_bit, "weights.safetensors is not as it was written"),
        ("optimiser.safetensors", damage_gone, "optimiser.safetensors is missing"),
        ("state.json", damage_cut, "state.json cannot be read"),
        ("state.json", damage_gone, "state.json cannot be read"),
        ("state.json", damage_number, "state.json is not as it was written"),
    ],
)
def test_a_damaged_one_is_passed_over(checkpoints, caplog, name, damage, why):
    save(checkpoints, 1)
    damaged = save(checkpoints, 2)
    damage(damaged / name)
    assert checkpoints.latest().state["standing"]["step"] == 1
    assert caplog.messages == [f"{damaged} is broken ({why}): going back to the one before it"]
    save(checkpoints, 2)  # the run comes by again
    assert checkpoints.latest().state["standing"]["step"] == 2


def test_all_damaged(checkpoints, caplog):
    damage_gone(save(checkpoints, 1) / "state.json")
    assert checkpoints.latest() is None
    assert len(caplog.messages) == 1


def test_what_a_killed_run_left_is_no_checkpoint_and_is_swept(checkpoints):
    save(checkpoints, 1)
    (checkpoints.folder / ".step-000000002.part").mkdir()
    (checkpoints.folder / ".step-000000001.old").mkdir()
    assert checkpoints.latest().state["standing"]["step"] == 1
    save(checkpoints, 2)
    assert sorted(path.name for path in checkpoints.folder.iterdir()) == ["step-000000001", "step-000000002"]


def test_a_disk_that_is_full(checkpoints, monkeypatch):
    first = save(checkpoints, 1)

    def full(tensors, path):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(module, "save_file", full)
    with pytest.raises(CheckpointError) as caught:
        save(checkpoints, 2)
    place = checkpoints.folder / "step-000000002"
    assert str(caught.value) == (
        f"{place}: cannot be written ([Errno 28] No space left on device); the last good one is kept"
    )
    assert list(checkpoints.folder.iterdir()) == [first]


def test_another_format(checkpoints, monkeypatch):
    monkeypatch.setattr(module, "FORMAT", 2)
    folder = save(checkpoints, 1)
    monkeypatch.undo()
    with pytest.raises(CheckpointError) as caught:
        checkpoints.latest()
    assert str(caught.value) == (
        f"{folder}: of format 2, and this is a Rightmost that writes format 1: resume with the version that wrote it"
    )


def test_the_state_is_plain_json(checkpoints):
    state = json.loads((save(checkpoints, 3) / "state.json").read_text(encoding="utf-8"))
    assert set(state) == {"checksum", "format", "standing", "note", "x", "files"}


@pytest.mark.parametrize("module", ["checkpoint", "curve"])
def test_a_signal_leaves_nothing_half_written(tmp_path, module):
    program = (
        "import os, signal, sys\nfrom pathlib import Path\nimport torch\n"
        "from rightmost.ending import answer_signals\nfrom rightmost.training.record import checkpoint, curve\n"
        "def stop(path, *_, **options):\n"
        "    (path / 'half' if path.is_dir() else path).touch()\n"
        "    os.kill(os.getpid(), signal.SIGTERM)\n"
        "answer_signals()\nfolder = Path(sys.argv[1])\n"
    )
    if module == "checkpoint":
        program += "checkpoint._write = stop\ncheckpoint.Checkpoints(folder).save({}, {}, step=1)\n"
    else:
        pytest.importorskip("matplotlib")
        program += "from matplotlib.figure import Figure\n"
        program += "Figure.savefig = lambda self, *given, **options: stop(*given)\ncurve.draw_curve([], folder)\n"
    assert run(program, tmp_path) == Ended(143, "", "")
    assert list(tmp_path.iterdir()) == []
