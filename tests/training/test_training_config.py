from __future__ import annotations

import re
from pathlib import Path

import pytest
from pydantic import ValidationError

from rightmost.training.config_faults import keys_of
from rightmost.training.config_file import tomllib
from rightmost.training.training_config import BatchConfig, CorpusConfig, DataConfig, TrainingConfig
from training.runs import CONFIG

CONFIGS = Path(__file__).parents[2] / "configs"


def loaded(name: str) -> TrainingConfig:
    return TrainingConfig.model_validate(tomllib.loads((CONFIGS / f"{name}.toml").read_text(encoding="utf-8")))


def test_a_path_alone_is_a_corpus_of_weight_one():
    data = DataConfig(train="a.txt", dev="b.txt")
    assert data.train == (CorpusConfig(path="a.txt", weight=1.0),)
    assert (data.dev, data.test) == (("b.txt",), ())
    assert DataConfig(train=["a", {"path": "b", "weight": 2}], dev=["c", "d"]).train[1].weight == 2.0


def test_what_is_followed_was_not_made_noisy():
    with pytest.raises(ValidationError, match="followed and noise: give one of them"):
        CorpusConfig(path="a.txt", followed="b.txt", noise=("typos",))


@pytest.mark.parametrize("sizes", [{}, {"sentences": 8, "tokens": 100}])
def test_a_step_has_one_size(sizes):
    with pytest.raises(ValidationError, match="give one of sentences and tokens"):
        BatchConfig(**sizes)


def test_configs_are_frozen():
    config = TrainingConfig.model_validate(tomllib.loads(CONFIG))
    with pytest.raises(ValidationError, match="frozen"):
        config.seed = 2  # type: ignore[misc]
    other = config.with_changes(seed=7, output="there")
    assert (other.seed, other.output, config.seed) == (7, "there", 1)


#: attention layers, GCN layers, dropouts (word, tag, relu, residual, attention), learning rate, weight decay
PAPER = {
    "ptb-bert": (4, 4, (0.3, 0.0, 0.2, 0.0, 0.0), 3e-5, 0.0),
    "ptb-xlnet": (3, 2, (0.2, 0.0, 0.2, 0.0, 0.2), 1e-5, 0.0),
    "ctb-bert": (4, 5, (0.0, 0.2, 0.4, 0.2, 0.0), 4e-5, 1e-6),
}
CHANGES = {
    "ptb-bert-sequence": ("ptb-bert", {"decoder": "sequence"}),
    "ptb-xlnet-sequence": ("ptb-xlnet", {"decoder": "sequence"}),
    "ctb-bert-sequence": ("ctb-bert", {"decoder": "sequence"}),
    "ptb-xlnet-vanilla": ("ptb-xlnet", {"gcn": "vanilla"}),
    "ctb-bert-vanilla": ("ctb-bert", {"gcn": "vanilla"}),
    "ptb-xlnet-in-order": ("ptb-xlnet", {"decoder": "in-order"}),
}


@pytest.mark.parametrize("name", PAPER)
def test_presets_are_the_papers(name):
    config = loaded(name)
    model, optimiser = config.model, config.optimiser
    assert model is not None
    dropouts = tuple(getattr(model, f"{kind}_dropout") for kind in ("word", "tag", "relu", "residual", "attention"))
    learnt = (model.attention_layers, model.gcn_layers, dropouts, optimiser.learning_rate, optimiser.weight_decay)
    assert learnt == PAPER[name]
    assert (model.width, model.attention_heads, model.head_width, model.feedforward) == (2048, 8, 64, 2048)
    assert (model.decoder, model.gcn, model.positions, model.pooling) == ("graph", "separate", 250, "last")
    assert (optimiser.name, optimiser.schedule, optimiser.patience, optimiser.factor) == ("rmsprop", "plateau", 5, 0.5)
    assert (optimiser.clip, optimiser.warmup_steps, optimiser.encoder_learning_rate) == (10.0, 150, None)
    assert (config.batch.sentences, config.epochs, model.gold_tags) == (32, 60, name == "ctb-bert")


@pytest.mark.parametrize("name", CHANGES)
def test_ablations_change_one_thing(name):
    base, change = CHANGES[name]
    expected = loaded(base).model_dump()
    expected["model"] |= change
    assert loaded(name).model_dump() == expected | {"output": f"runs/{name}"}


def test_every_config_is_read_and_named_in_the_guide():
    names = {path.stem for path in CONFIGS.glob("*.toml")}
    assert names == {
        *PAPER,
        *CHANGES,
        "open",
        "en-voter",
        "en-second-voter",
        "en-student",
        "en-finish",
        "en-longer",
        "en-sixth",
        "en-third-voter",
        "en-voted",
        "en-masked",
        "en-written",
        "en-seventh",
        "en-mended",
        "en-eighth",
        "en-ninth",
        "en-teacher",
        "en",
    }
    guide = (CONFIGS.parent / "docs" / "REPRODUCING.md").read_text(encoding="utf-8")
    assert all(f"configs/{name}.toml" in guide for name in (*PAPER, *CHANGES, "open"))


def test_the_guide_knows_every_setting_and_its_files_are_right():
    guide = (CONFIGS.parent / "docs" / "TRAINING.md").read_text(encoding="utf-8")
    tables = {"model", "data", "optimiser", "batch"}
    assert [key for key in keys_of(TrainingConfig) if f"`{key}`" not in guide and key not in tables] == []
    files = re.findall(r"```toml\n(.*?)```", guide, re.DOTALL)
    assert [TrainingConfig.model_validate(tomllib.loads(file)).start_from for file in files] == ["en", None]


def test_each_step_of_the_recipe_goes_on_from_one_before():
    student, finish, longer, sixth = map(loaded, ("en-student", "en-finish", "en-longer", "en-sixth"))
    voted, masked, written, seventh = map(loaded, ("en-voted", "en-masked", "en-written", "en-seventh"))
    mended, eighth, ninth, teacher, last = map(loaded, ("en-mended", "en-eighth", "en-ninth", "en-teacher", "en"))
    names = ("en-sixth", "en-seventh", "en-eighth", "en-ninth", "en")
    first, then, later, latest, now = ((CONFIGS / f"{name}.toml").read_text(encoding="utf-8") for name in names)
    assert finish.start_from == f"{student.output}/best"
    assert f"--output {longer.start_from} " in first  # the mean of those two
    assert f"--set start_from={longer.output}/best" in first
    assert re.search(rf"--output\s+(?:#\s+)?{str(sixth.start_from).removesuffix('/best')},", first)
    for mean in (voted.start_from, masked.start_from, written.start_from):
        assert f"is {mean}." in then
    assert seventh.start_from == f"{written.output}/best"
    assert f"--output {mended.start_from} " in then
    assert eighth.start_from == f"{mended.output}/best"
    assert f"--output {ninth.start_from} " in later
    assert f"--output {teacher.start_from} " in latest
    assert f"--output {last.start_from} " in first
    assert f"recipe/en/ship.py\n#    {last.output}/best --output src/rightmost/models/en " in now


def test_the_shipped_model_and_its_voters_are_told_the_same_styles():
    voters = ("en-voter", "en-second-voter", "en-third-voter")
    students = ("en-student", "en-finish", "en-longer", "en-sixth", "en-voted", "en-masked", "en-written", "en-seventh")
    latest = ("en-mended", "en-eighth", "en-ninth", "en-teacher", "en")
    runs = [loaded(name) for name in (*voters, *students, *latest)]
    voter, second, third, student, *_ = runs
    assert voter.model is not None
    assert third.model is not None
    better = {"labels_given_target": True, "label_smoothing": 0.1}
    assert second.model == voter.model.model_copy(update=better)
    assert student.model == voter.model.model_copy(update=better | {"style_dropout": 0.1})
    assert voter.model.style == third.model.style == "masc"
    for run in runs:
        assert {corpus.style for corpus in run.data.train} == set(voter.model.styles)
