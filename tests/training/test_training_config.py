from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from pydantic import ValidationError

from rightmost.training.config_faults import keys_of
from rightmost.training.training_config import BatchConfig, CorpusConfig, DataConfig, TrainingConfig
from training.runs import CONFIG

ROOT = Path(__file__).parents[2]
PRESETS, RECIPE = ROOT / "configs" / "paper", ROOT / "recipe" / "en" / "configs"
RECIPE_RUNS = ("en-voter", "en-student", "en")


def loaded(name: str) -> TrainingConfig:
    return TrainingConfig.model_validate(tomllib.loads(text_of(name)))


def text_of(name: str) -> str:
    folder = PRESETS if (PRESETS / f"{name}.toml").exists() else RECIPE
    return (folder / f"{name}.toml").read_text(encoding="utf-8")


def test_a_path_alone_is_a_corpus_of_weight_one():
    data = DataConfig(train="a.txt", dev="b.txt")
    assert data.train == (CorpusConfig(path="a.txt", weight=1.0),)
    assert (data.dev, data.test) == (("b.txt",), ())
    assert DataConfig(train=["a", {"path": "b", "weight": 2}], dev=["c", "d"]).train[1].weight == 2.0


def test_what_is_followed_was_not_made_noisy():
    with pytest.raises(ValidationError, match="followed and noise: give one of them"):
        CorpusConfig(path="a.txt", followed="b.txt", noise=("typos",))


@pytest.mark.parametrize("share", [-0.1, 1.1, float("nan")])
def test_no_more_than_all_sentences_are_cut(share):
    with pytest.raises(ValidationError, match="prefixes"):
        CorpusConfig(path="a.txt", prefixes=share)


def test_a_prefix_teaches_at_least_one_word():
    assert DataConfig(train="a.txt", dev="b.txt").prefix_words == 3
    with pytest.raises(ValidationError, match="prefix_words"):
        DataConfig(train="a.txt", dev="b.txt", prefix_words=0)


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
    assert {path.stem for path in PRESETS.glob("*.toml")} == {*PAPER, *CHANGES}
    recipe = {path.stem for path in RECIPE.glob("*.toml")}
    assert recipe == {"open", *RECIPE_RUNS}
    assert all(loaded(name).output == f"runs/{name}" for name in recipe)
    guide = (ROOT / "docs" / "REPRODUCING.md").read_text(encoding="utf-8")
    assert all(f"configs/paper/{name}.toml" in guide for name in (*PAPER, *CHANGES))
    assert "recipe/en/configs/open.toml" in guide


def test_the_guide_knows_every_setting_and_its_files_are_right():
    guide = (ROOT / "docs" / "TRAINING.md").read_text(encoding="utf-8")
    tables = {"model", "data", "optimiser", "batch"}
    assert [key for key in keys_of(TrainingConfig) if f"`{key}`" not in guide and key not in tables] == []
    files = re.findall(r"```toml\n(.*?)```", guide, re.DOTALL)
    assert [TrainingConfig.model_validate(tomllib.loads(file)).start_from for file in files] == ["en", None]


def test_the_recipe_tells_of_each_of_its_configs():
    story = (ROOT / "recipe" / "en" / "README.md").read_text(encoding="utf-8")
    student, last = loaded("en-student"), loaded("en")
    for name in RECIPE_RUNS:
        assert f"recipe/en/configs/{name}.toml" in story
    assert f"mkdir -p {last.start_from}\n" in story
    assert f"rightmost seal {last.start_from}\n" in story
    assert f"--set start_from={student.output}/best" in story
    assert f"recipe/en/ship.py {last.output}/best " in story


def test_the_shipped_model_and_its_voters_are_told_the_same_styles():
    voter, student, last = map(loaded, RECIPE_RUNS)
    assert voter.model is not None
    better = {"labels_given_target": True, "label_smoothing": 0.1, "style_dropout": 0.1}
    assert student.model == voter.model.model_copy(update=better)
    assert voter.model.style == "masc"
    for run in (voter, student, last):
        assert {corpus.style for corpus in run.data.train} == set(voter.model.styles)
