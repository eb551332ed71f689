"""Whole runs, in this process."""

from __future__ import annotations

import json
import logging
import os
import re
import socket
from unittest import mock

import pytest
import torch

from rightmost.decoding.parse import parse_leaves
from rightmost.errors import BadUsage, CorpusError, RightmostError, UnreadableFile
from rightmost.lock import InUse, held
from rightmost.model.network import Network
from rightmost.modelfile.folder import load_model
from rightmost.training.command import train
from rightmost.training.config_file import read_config
from rightmost.training.data.treebank import Treebank
from rightmost.training.record.checkpoint import CheckpointError, Checkpoints
from rightmost.training.record.events import Evaluated, Prepared, Stepped
from rightmost.training.record.ledger import NonFiniteLoss
from rightmost.training.record.metrics import Metrics
from rightmost.training.run.one_run import _changes
from rightmost.training.run.start import starting_network
from rightmost.training.run.step import Stepper
from rightmost.trees.tree import Tree
from training.runs import TREES, Crash, cut_off, ran, rows, weights_of, write_corpus


def test_what_is_frozen_stays(config, tmp_path):
    trees = list(Treebank.read(str(tmp_path / "train.txt")).trees)
    before = starting_network(read_config(str(config), {}), trees, device=torch.device("cpu"))
    ran(config, "frozen=['encoder', 'decoder']", "epochs=1")
    after = dict(load_model(tmp_path / "run" / "best").named_parameters())
    same = {name.partition(".")[0]: torch.equal(weight, after[name]) for name, weight in before.named_parameters()}
    assert same == {"encoder": True, "decoder": True, "tag_head": False}


def test_what_a_run_leaves(config, tmp_path):
    events = []
    table = ran(config, events=events)
    folder = tmp_path / "run"
    names = {path.name for path in folder.iterdir()} - {"learning-curve.png"}
    assert names == {"best", "last", "metrics.jsonl", "result.json"}
    assert table.splitlines()[2].startswith("| dev | ")
    steps = [row for row in rows(folder) if row["kind"] == "step"]
    epochs = [row for row in rows(folder) if row["kind"] == "epoch"]
    assert [row["step"] for row in epochs] == [5, 10]
    assert steps[-1]["loss"] == pytest.approx(sum(steps[-1][part] for part in ("target", "parent", "new", "tag")))
    assert {"gradient_norm", "learning_rate", "words_per_second", "epoch"} <= steps[0].keys()
    assert {"f1", "exact_match", "precision", "recall", "tagging_accuracy", "best", "files"} <= epochs[0].keys()
    assert {type(event) for event in events} == {Prepared, Stepped, Evaluated}
    assert [event.step for event in events if isinstance(event, Stepped)][-1] == 5


def test_the_models_parse(config, tmp_path):
    ran(config)
    about = json.loads((tmp_path / "run" / "best" / "config.json").read_text())["about"]
    assert about["training"]["settings"]["optimiser"]["learning_rate"] == 3e-3
    for name in ("best", "last"):
        network = load_model(tmp_path / "run" / name)
        tree = Tree.from_string(TREES[0])
        (parsed,) = parse_leaves(network, [tree.leaves])
        assert parsed.words == tree.words


def test_the_same_seed_gives_the_same_weights(config, tmp_path):
    for name, seed in (("one", 1), ("two", 1), ("three", 2)):
        ran(config, f"seed={seed}", output=str(tmp_path / name))
    assert weights_of(tmp_path / "one" / "last") == weights_of(tmp_path / "two" / "last")
    assert weights_of(tmp_path / "one" / "last") != weights_of(tmp_path / "three" / "last")


def test_test_trees_are_scored_by_the_best_model(config, tmp_path):
    test = write_corpus(tmp_path / "test.txt", TREES[4:])
    table = ran(config, f"data.test={test}", "epochs=1")
    assert [line.split("|")[1].strip() for line in table.splitlines()[2:]] == ["dev", "test"]
    assert json.loads((tmp_path / "run" / "result.json").read_text())["test"].keys() == {str(test)}


@pytest.mark.parametrize(
    "settings",
    [
        ["precision=bfloat16"],
        ["optimiser.name=rmsprop", "optimiser.schedule=linear", "optimiser.warmup_steps=3"],
        ["batch={tokens=80, micro_tokens=50, bucket=2}", "optimiser.schedule=cosine", "evaluate_every=3"],
        ["model.decoder=sequence"],
        ["model.decoder=in-order", "model.gold_tags=true", "model.tag_head=false"],
        ["model.gcn=vanilla", "optimiser.layer_decay=0.9"],
    ],
)
def test_settings_that_run(config, tmp_path, settings):
    ran(config, *settings)
    epochs = [row for row in rows(tmp_path / "run") if row["kind"] == "epoch"]
    assert len(epochs) == 2
    assert "f1" in epochs[1]
    assert ("f1" in epochs[0]) == ("evaluate_every=3" not in settings)


# -- resuming ---------------------------------------------------------------------------------


def crash_at(monkeypatch, call):
    """Makes the run crash at its `call`th fsync, rename or step: a moment when something is half done."""
    calls = 0

    def counted(function):
        def replacement(*arguments, **options):
            nonlocal calls
            calls += 1
            if calls == call:
                raise Crash
            return function(*arguments, **options)

        return replacement

    monkeypatch.setattr(os, "fsync", counted(os.fsync))
    monkeypatch.setattr(os, "rename", counted(os.rename))
    monkeypatch.setattr(Stepper, "take", counted(Stepper.take))


@pytest.mark.parametrize("average", [False, True])
def test_a_run_broken_off_again_and_again_ends_as_an_unbroken_one(config, tmp_path, average):
    settings = ["ema=0.9"] if average else []
    ran(config, *settings, output=str(tmp_path / "whole"))
    crashes = 0
    for call in (1, 4, 9, 13, 16, 20, 25, 31, 200):  # further each time, since a resumed run begins anew
        with pytest.MonkeyPatch.context() as patch:
            crash_at(patch, call)
            try:
                ran(config, *settings, resume=True)
            except Crash:
                crashes += 1
    assert crashes >= 5
    for name in ("best", "last"):
        assert weights_of(tmp_path / "run" / name) == weights_of(tmp_path / "whole" / name)
    assert comparable(rows(tmp_path / "run")) == comparable(rows(tmp_path / "whole"))
    assert not list((tmp_path / "run").glob(".*"))


def comparable(lines):
    """Lines of metrics without what a clock had a part in."""
    return [{key: line[key] for key in line if key not in ("seconds", "words_per_second")} for line in lines]


def test_a_damaged_checkpoint_costs_only_its_own_steps(config, tmp_path, caplog):
    ran(config, output=str(tmp_path / "whole"))
    cut_off(config)
    newest = tmp_path / "run" / "checkpoints" / "step-000000010"
    os.truncate(newest / "weights.safetensors", 1000)
    ran(config, resume=True)
    assert f"{newest} is broken (weights.safetensors is not as it was written)" in caplog.text
    assert weights_of(tmp_path / "run" / "last") == weights_of(tmp_path / "whole" / "last")
    assert comparable(rows(tmp_path / "run")) == comparable(rows(tmp_path / "whole"))


def test_a_finished_run_is_not_run_again(config, caplog):
    caplog.set_level(logging.INFO)
    table = ran(config)
    events = []
    assert ran(config, resume=True, events=events) == table
    assert not events
    assert caplog.messages[-1].endswith("run: this run is finished; there is nothing to resume")


def test_checkpoints_stay_until_the_result_is_written(config, tmp_path, caplog):
    caplog.set_level(logging.INFO)
    cut_off(config)
    checkpoints = tmp_path / "run" / "checkpoints"
    assert sorted(path.name for path in checkpoints.iterdir()) == ["step-000000009", "step-000000010"]
    with mock.patch.object(Checkpoints, "clear", side_effect=OSError(13, "Permission denied")):
        table = ran(config, resume=True)
    assert f"resuming from {checkpoints / 'step-000000010'}" in caplog.messages
    assert caplog.messages[-1] == f"{checkpoints}: not removed (Permission denied); no longer needed"
    assert ran(config, resume=True) == table  # which finds them, and removes them
    assert not checkpoints.exists()


def test_a_finished_run_whose_model_was_moved_elsewhere(config, tmp_path):
    table = ran(config, "epochs=1")
    (tmp_path / "run" / "best").rename(tmp_path / "model")
    assert ran(config, "epochs=1", resume=True) == table


def test_nothing_to_resume_from_yet(config, tmp_path, caplog):
    caplog.set_level(logging.INFO)
    ran(config, "epochs=1", resume=True)
    assert f"{tmp_path.as_posix()}/run: no checkpoint to resume from yet; starting at the beginning" in caplog.messages


def test_a_run_is_not_written_over(config, tmp_path):
    ran(config, "epochs=1")
    before = weights_of(tmp_path / "run" / "last")
    with pytest.raises(BadUsage) as caught:
        ran(config, "epochs=1", "seed=2")
    folder = f"{tmp_path.as_posix()}/run"
    assert str(caught.value) == f"{folder}: holds a finished run; see its scores (--resume), or name another (--output)"
    assert weights_of(tmp_path / "run" / "last") == before
    (tmp_path / "run" / "result.json").unlink()
    with pytest.raises(BadUsage) as caught:
        ran(config, "epochs=1", "seed=2")
    assert str(caught.value) == f"{folder}: holds a run; go on with it (--resume), or name another (--output)"
    assert weights_of(tmp_path / "run" / "last") == before


@pytest.mark.parametrize("damaged", ["", "{", "[]", "{}", '{"seed": 1}'])
def test_a_finished_run_whose_result_is_damaged_is_not_written_over(config, tmp_path, damaged):
    ran(config, "epochs=1")
    before = weights_of(tmp_path / "run" / "best")
    (tmp_path / "run" / "result.json").write_text(damaged)
    with pytest.raises(CheckpointError, match=r"result\.json: damaged, and no checkpoint is left to go on from"):
        ran(config, "epochs=1", resume=True)
    assert weights_of(tmp_path / "run" / "best") == before


def test_a_finished_run_with_other_settings_or_data(config, tmp_path):
    ran(config, "epochs=1")
    with pytest.raises(CheckpointError) as caught:
        ran(config, "epochs=2", resume=True)
    assert str(caught.value) == (
        f"{tmp_path.as_posix()}/run: this run is finished, and it is not the one asked for: "
        "epochs was 1 and is 2. Start anew with another --output"
    )
    write_corpus(tmp_path / "train.txt", TREES)
    with pytest.raises(CheckpointError, match=r"train\.txt holds other trees\. Start anew"):
        ran(config, "epochs=1", resume=True)


def test_resuming_with_other_settings_or_data(config, tmp_path):
    cut_off(config, "epochs=1")
    with pytest.raises(CheckpointError) as caught:
        ran(config, "epochs=1", "seed=2", "optimiser.learning_rate=1.0", resume=True)
    folder = tmp_path / "run" / "checkpoints" / "step-000000005"
    assert str(caught.value) == (
        f"{folder}: cannot be resumed, since this is not the run it was: "
        "optimiser.learning_rate was 0.003 and is 1.0; seed was 1 and is 2. "
        "Resume with what it was, or start anew with another --output"
    )
    write_corpus(tmp_path / "train.txt", TREES)
    with pytest.raises(CheckpointError, match=r"train\.txt holds other trees\. Resume"):
        ran(config, "epochs=1", resume=True)


def test_a_setting_that_an_older_run_did_not_know_is_no_change():
    def origin(**corpus):
        return {"settings": {"data": {"train": [{"path": "a.txt", **corpus}]}}, "data": {}}

    assert _changes(origin(), origin(followed=None)) == []
    assert _changes(origin(weight=1.0), origin(weight=2.0)) == ["data.train.0.weight was 1.0 and is 2.0"]


def test_resuming_with_settings_that_have_no_part_in_the_weights(config):
    cut_off(config, "epochs=1")
    ran(config, "epochs=1", "log_every=1", "checkpoint_every=7", resume=True)


# -- starting from a model --------------------------------------------------------------------


def test_fine_tuning_keeps_old_labels_and_adds_new_ones(config, tmp_path, caplog):
    ran(config, "epochs=1")
    own = write_corpus(tmp_path / "own.txt", ["(X (Y (ZZ Ni)) (NP (NN King)))"] * 3)
    settings = [f"data.train={own}", f"data.dev={own}", "epochs=1", "model.width=64"]
    ran(config, *settings, start_from=str(tmp_path / "run" / "best"), output=str(tmp_path / "tuned"))
    old, new = load_model(tmp_path / "run" / "best").vocabulary, load_model(tmp_path / "tuned" / "best").vocabulary
    assert new.labels[: len(old.labels)] == old.labels
    assert new.labels[len(old.labels) :] == ("X", "Y")
    assert new.tags[len(old.tags) :] == ("ZZ",)
    (message,) = [message for message in caplog.messages if "keeps its own settings" in message]
    assert message.endswith("not used: width = 64")


def test_fine_tuning_needs_no_model_table(config, tmp_path):
    ran(config, "epochs=1")
    text = config.read_text()
    config.write_text(text.partition("[model]")[0] + "[data]" + text.partition("[data]")[2])
    ran(config, "epochs=1", start_from=str(tmp_path / "run" / "last"), output=str(tmp_path / "tuned"))
    assert (tmp_path / "tuned" / "best" / "config.json").exists()


def test_fine_tuning_resumes_too(config, tmp_path):
    ran(config, "epochs=1")
    start = str(tmp_path / "run" / "best")
    ran(config, start_from=start, output=str(tmp_path / "whole"))
    with pytest.MonkeyPatch.context() as patch:
        crash_at(patch, 20)
        with pytest.raises(Crash):
            ran(config, start_from=start, output=str(tmp_path / "broken"))
    ran(config, start_from=start, output=str(tmp_path / "broken"), resume=True)
    assert weights_of(tmp_path / "broken" / "last") == weights_of(tmp_path / "whole" / "last")


# -- what goes wrong --------------------------------------------------------------------------


def test_a_loss_that_is_no_number(config, tmp_path, monkeypatch):
    take = Stepper.take

    def poisoned(self, work):
        if work.step == 6:
            with torch.no_grad():
                next(self._network.other_parameters()).fill_(float("nan"))
        return take(self, work)

    monkeypatch.setattr(Stepper, "take", poisoned)
    with pytest.raises(NonFiniteLoss) as caught:
        ran(config, "checkpoint_every=1000")
    message = str(caught.value)
    assert message.startswith("epoch 2, step 7: the loss is nan in the batch of ")
    assert " that begins: " in message
    assert message.endswith(
        f"; training stopped: the last good checkpoint is {tmp_path / 'run' / 'checkpoints' / 'step-000000005'}, "
        f"the last good model {tmp_path / 'run' / 'last'}; lower optimiser.learning_rate, or look at that batch"
    )
    assert all(torch.isfinite(value).all() for value in load_model(tmp_path / "run" / "last").state_dict().values())
    monkeypatch.undo()
    ran(config, "checkpoint_every=1000", resume=True)  # from the last good checkpoint


def test_a_loss_that_is_no_number_at_once(config, monkeypatch):
    with pytest.raises(NonFiniteLoss, match="training stopped: there was no checkpoint yet; lower optimiser"):
        ran(config, "optimiser.learning_rate=1e30", "epochs=1")


def test_dev_labels_that_training_never_saw(config, tmp_path, caplog):
    dev = write_corpus(tmp_path / "strange.txt", [TREES[0], "(WOW (HUH (NN King)) (VP (QQ is)))"])
    ran(config, f"data.dev={dev}")
    warnings = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    assert warnings == [f"{dev}: 2 labels never seen in training (HUH, WOW), in 1 sentence of 2: scored as wrong"]


def test_an_empty_corpus(config, tmp_path):
    (tmp_path / "train.txt").write_text("")
    with pytest.raises(CorpusError, match=r"train\.txt: no trees in it"):
        ran(config)
    assert not (tmp_path / "run").exists()


def test_weights_that_draw_nothing(config, tmp_path):
    with pytest.raises(CorpusError) as caught:
        ran(config, f"data.train={{path='{tmp_path.as_posix()}/train.txt', weight=0.01}}")
    assert str(caught.value) == "data.train: no sentence is drawn in an epoch; raise the weights"


def test_an_encoder_folder_without_weights(config, tmp_path):
    (tmp_path / "encoder").mkdir()
    (tmp_path / "encoder" / "config.json").write_text("{}")
    with pytest.raises(RightmostError, match="an encoder folder without weights"):
        ran(config, f"model.encoder={tmp_path / 'encoder'}")
    assert not (tmp_path / "run").exists()


def test_a_file_where_the_run_s_folder_would_be(config, tmp_path):
    taken = tmp_path / "taken"
    taken.write_text("mine")
    with pytest.raises(BadUsage, match=r"taken: a file, where the run's folder would be; name another"):
        ran(config, output=str(taken))
    assert taken.read_text() == "mine"


def test_a_device_that_is_not_there(config):
    with pytest.raises(RightmostError) as caught:
        ran(config, "device=abacus")
    assert str(caught.value) == (
        "device: abacus is not to be had here; allowed here: auto, "
        + ", ".join(["cpu", *(f"cuda:{number}" for number in range(torch.cuda.device_count()))])
    )


def test_a_disk_that_fills_up(config, tmp_path, monkeypatch):
    def full(self, kind, values):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Metrics, "add", full)
    with pytest.raises(RightmostError) as caught:
        ran(config)
    assert str(caught.value) == (
        f"{tmp_path / 'run'}: cannot be written ([Errno 28] No space left on device); "
        "make room, then go on with --resume"
    )


def test_learning_from_the_states_of_another_parser_s_trees(config, tmp_path, monkeypatch):
    flat = [str(Tree("HUH", Tree.from_string(tree).leaves)) for tree in TREES]
    gold, followed = write_corpus(tmp_path / "gold.txt", TREES), write_corpus(tmp_path / "flat.txt", flat)
    corpus = f"{{path='{gold}', followed='{followed}'}}"
    prepare, prepared = Network.prepare, []

    def recorded(network, tree, **options):
        prepared.append((str(tree), str(options["followed"])))
        return prepare(network, tree, **options)

    monkeypatch.setattr(Network, "prepare", recorded)
    ran(config, f"data.train={corpus}")
    assert prepared == list(zip(TREES, flat))
    assert "HUH" in load_model(tmp_path / "run" / "best").vocabulary.labels
    for decoder in ("sequence", "in-order"):
        with pytest.raises(BadUsage) as caught:
            ran(config, f"data.train={corpus}", f"model.decoder={decoder}", f"output={tmp_path / decoder}")
        why = "only a decoder that sees the tree, and attaches, can learn from where another came"
        assert str(caught.value) == f"{followed}: followed by the {decoder} decoder; {why}"


def test_sentences_are_learnt_from_as_they_grow(config, tmp_path, monkeypatch):
    whole, cut = write_corpus(tmp_path / "whole.txt", TREES[:1]), write_corpus(tmp_path / "cut.txt", TREES[1:2])
    prefix, taken = Network.prefix, set()

    def recorded(network, example, words, *, learnt):
        taken.add((*example.spellings[:words], learnt))
        return prefix(network, example, words, learnt=learnt)

    monkeypatch.setattr(Network, "prefix", recorded)
    corpora = f"[{{path='{whole}'}}, {{path='{cut}', prefixes=1.0}}]"
    ran(config, f"data.train={corpora}", "data.prefix_words=1", "model.prefix_mark=1")
    assert taken == {("Arthur", 1), ("Arthur", "rides", 1)}
    assert load_model(tmp_path / "run" / "best").config.prefix_mark == 1
    with pytest.raises(BadUsage) as caught:
        ran(config, f"data.train={corpora}", "model.decoder=in-order", f"output={tmp_path / 'in-order'}")
    why = "its last actions need the whole sentence; leave prefixes out"
    assert str(caught.value) == f"{cut}: prefixes 1 with the in-order decoder; {why}"


def test_trees_that_name_no_style_are_learnt_in_the_one_that_the_model_parses_in(config, tmp_path, monkeypatch):
    plain, told = write_corpus(tmp_path / "plain.txt", TREES[:2]), write_corpus(tmp_path / "told.txt", TREES[2:])
    prepare, styles = Network.prepare, []

    def recorded(network, tree, **options):
        styles.append((str(tree), options["style"]))
        return prepare(network, tree, **options)

    monkeypatch.setattr(Network, "prepare", recorded)
    corpora = f"data.train=[{{path='{plain}'}}, {{path='{told}', style='law'}}]"
    ran(config, corpora, "model.styles=['law','chat']", "model.style='chat'", "epochs=1")
    assert styles == [(tree, "chat") for tree in TREES[:2]] + [(tree, "law") for tree in TREES[2:]]


# -- one run a folder -------------------------------------------------------------------------


@pytest.mark.parametrize("resume", [False, True])
def test_another_run_in_the_folder_is_named(config, tmp_path, resume):
    folder = tmp_path / "run"
    refused = []

    def try_too(event):
        if isinstance(event, Evaluated):
            with pytest.raises(InUse) as caught:
                ran(config, resume=resume)
            refused.append(str(caught.value))

    train(str(config), listener=try_too)
    expected = f"{folder}: process {os.getpid()} on machine {socket.gethostname()} is writing it; "
    assert refused == [f"{expected}wait until it ends, or name another folder"] * 2
    assert not list(folder.glob(".*"))
    assert ran(config, resume=True) == ran(config, output=str(tmp_path / "alone"))


def test_seeds_are_locked_one_by_one(config, tmp_path):
    (tmp_path / "run" / "seed-2").mkdir(parents=True)
    with held(tmp_path / "run" / "seed-2" / ".lock", of=tmp_path), pytest.raises(InUse, match=r"run/seed-2: process"):
        ran(config, "epochs=1", seeds=2)
    assert (tmp_path / "run" / "seed-1" / "result.json").exists()
    ran(config, "epochs=1", seeds=2, resume=True)


def test_a_run_that_never_begins_leaves_no_folder(config, tmp_path):
    with pytest.raises(BadUsage):
        ran(config, "frozen=['encoder', 'decoder', 'tag_head']")
    assert not (tmp_path / "run").exists()


def test_a_folder_that_cannot_be_made(config, tmp_path):
    (tmp_path / "file").touch()
    message = re.escape(f"{tmp_path / 'file' / 'run'}: cannot be written (Not a directory); name another with --output")
    with pytest.raises(UnreadableFile, match=message):
        ran(config, output=str(tmp_path / "file" / "run"))
