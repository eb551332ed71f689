from __future__ import annotations

import re

import pytest

from rightmost.errors import BadUsage, RightmostError, UnreadableFile
from rightmost.training.config_file import ConfigError, read_config, settings_from
from training.runs import CONFIG, write_run


def faults(path, settings=None):
    with pytest.raises(ConfigError) as caught:
        read_config(path, settings)
    assert str(caught.value) == "\n".join(caught.value.faults)
    return [re.sub(rf"^{re.escape(str(path))}(:\d+)?: ", "", fault) for fault in caught.value.faults]


def test_a_good_config(tmp_path):
    config = read_config(write_run(tmp_path), settings_from(["optimiser.learning_rate=1e-5", "model.encoder=tiny"]))
    assert config.optimiser.learning_rate == 1e-5
    assert config.epochs == 2


def test_all_faults_at_once(tmp_path):
    text = CONFIG.replace("epochs = 2", "epochs = 0\nlearning_rate = 1").replace("micro_tokens", "micro_token")
    text = text.replace("learning_rate = 3e-3", 'name2 = "x"\nschedule = "sine"').replace("train.txt", "trian.txt")
    text = text.replace('device = "cpu"', "device = 3\nema = 1.0\nprecision = 'float16'")
    path = write_run(tmp_path, text)
    assert sorted(faults(path)) == sorted(
        [
            f"data.train[0].path: {tmp_path.as_posix()}/trian.txt: no such file; "
            "paths are taken from the folder you run in",
            "optimiser.learning_rate: not given, and it must be",
            "optimiser.schedule: should be 'plateau', 'linear', 'cosine' or 'constant', not 'sine'",
            "optimiser.name2: unknown key; did you mean optimiser.name?",
            "batch.micro_token: unknown key; did you mean batch.micro_tokens?",
            "epochs: should be greater than 0, not 0",
            "device: should be a valid string, not 3",
            "ema: should be less than 1, not 1.0",
            "precision: should be 'float32' or 'bfloat16', not 'float16'",
            "learning_rate: unknown key; did you mean optimiser.learning_rate?",
        ]
    )


def test_the_model_table_is_checked_too(tmp_path):
    path = write_run(tmp_path, CONFIG.replace("width = 32", "width = 0\nwidht = 3"))
    assert faults(path) == [
        "model.width: should be greater than 0, not 0",
        "model.widht: unknown key; did you mean model.width?",
    ]


def test_each_fault_has_its_line(tmp_path):
    text = "epochs = 0\n\n[data]\ntrain = [\n  'none.txt',\n]\n[ optimiser ]\nclip=1\n[batch]\nsentences = 'x'\n"
    path = tmp_path / "config.toml"
    path.write_text(text)
    with pytest.raises(ConfigError) as caught:
        read_config(path)
    assert [fault.removeprefix(str(path)).partition(": ")[::2] for fault in caught.value.faults] == [
        (":4", "data.train[0].path: none.txt: no such file; paths are taken from the folder you run in"),
        (":3", "data.dev: not given, and it must be"),
        (":7", "optimiser.learning_rate: not given, and it must be"),
        (":10", "batch.sentences: should be a valid integer, not 'x'"),
        (":1", "epochs: should be greater than 0, not 0"),
    ]
    assert caught.value.exit_code == 1


def test_a_table_that_is_not_there_has_no_line(tmp_path):
    path = tmp_path / "config.toml"
    path.write_text("epochs = 3\n")
    with pytest.raises(ConfigError, match=f"^{re.escape(str(path))}: data: not given, and it must be\n"):
        read_config(path)


def test_a_key_like_no_other(tmp_path):
    path = write_run(tmp_path, CONFIG.replace("[batch]", "[batch]\nzzz = 1"))
    assert faults(path) == [
        "batch.zzz: unknown key; allowed here: sentences, tokens, micro_tokens, bucket",
    ]


def test_what_must_fit_together(tmp_path):
    path = write_run(tmp_path, CONFIG.replace("sentences = 4", ""))
    assert faults(path) == ["batch: give one of sentences and tokens, the size of an optimiser step"]
    path.write_text(CONFIG.partition("[model]")[0] + "[data]" + CONFIG.partition("[data]")[2])
    text = path.read_text().replace("{folder}", tmp_path.as_posix())
    path.write_text(text)
    assert faults(path) == ["a [model] table is needed, or a model to start from: --from NAME"]


def test_nothing_to_train_on(tmp_path):
    path = write_run(tmp_path)
    assert faults(path, {"data.train": []}) == ["--set: data.train: none given; at least one is needed"]


def test_faults_of_the_command_line_say_so(tmp_path):
    path = write_run(tmp_path)
    assert faults(path, settings_from(["optimiser.learning_rate=fast", "seeed=2"])) == [
        "--set: optimiser.learning_rate: should be a valid number, not 'fast'",
        "--set: seeed: unknown key; did you mean seed?",
    ]
    assert faults(path, settings_from(["seed.x=1"])) == ["--set: seed: should be a valid integer, not {'x': 1}"]
    assert faults(path, settings_from(["epochs.x=1"])) == [
        "--set epochs.x: epochs is 2, not a table: it has no keys to set"
    ]


def test_not_toml(tmp_path):
    path = tmp_path / "config.toml"
    path.write_text("epochs = 2\nseed = = 3\n")
    with pytest.raises(ConfigError) as caught:
        read_config(path)
    assert str(caught.value) == f"{path}:2:8: not TOML: Invalid value"


def test_no_file(tmp_path):
    with pytest.raises(UnreadableFile, match=r"nowhere\.toml: no such file; check the path"):
        read_config(tmp_path / "nowhere.toml")


@pytest.mark.parametrize("argument", ["seed", "=3", "a..b=3"])
def test_settings_that_are_none(argument):
    with pytest.raises(BadUsage) as caught:
        settings_from([argument])
    assert str(caught.value) == (
        f"--set {argument!r} is not key=value; give, for example, --set optimiser.learning_rate=1e-5"
    )
    assert caught.value.exit_code == 2


def test_values_are_toml_or_else_strings():
    settings = settings_from(["a=1", "b=1.5", "c=true", "d=['x', 'y']", "e=bert-base", "f='1'", "g=a\nb=2", "h=x=y"])
    assert settings == {
        "a": 1,
        "b": 1.5,
        "c": True,
        "d": ["x", "y"],
        "e": "bert-base",
        "f": "1",
        "g": "a\nb=2",
        "h": "x=y",
    }


EXCESSIVE = {
    "9" * 5000: "a number of too many digits",
    "0x" + "f" * 9000: "should be less than or equal to 1000000000, not a number of more digits than can be shown",
    "9" * 26: f"should be less than or equal to 1000000000, not {'9' * 26}",
    "[" * 2000 + "]" * 2000: "values lie in one another too deep",
    "{a=" * 2000 + "1" + "}" * 2000: "values lie in one another too deep",
    "[" * 90 + "]" * 90: f"should be a valid integer, not {'[' * 60}...",
    f"'{'x' * 9999}'": f"should be a valid integer, not '{'x' * 59}...",
}


@pytest.mark.parametrize(("value", "said"), EXCESSIVE.items(), ids=range(len(EXCESSIVE)))
def test_a_value_beyond_all_bounds_is_one_short_line(tmp_path, value, said):
    (fault,) = faults(write_run(tmp_path, CONFIG.replace("epochs = 2", f"epochs = {value}")))
    assert fault in (said, f"epochs: {said}")
    with pytest.raises(RightmostError) as caught:
        read_config(write_run(tmp_path), settings_from([f"epochs={value}"]))
    assert str(caught.value) in (f"--set epochs: {said}", f"--set: epochs: {said}")
    assert caught.value.exit_code == 2


@pytest.mark.parametrize("key", ["epochs", "batch.sentences", "optimiser.warmup_steps"])
def test_every_count_has_a_bound(tmp_path, key):
    with pytest.raises(ConfigError, match=f"^--set: {key}: should be less than or equal to "):
        read_config(write_run(tmp_path), settings_from([f"{key}={'9' * 20}"]))


def test_a_key_of_very_many_parts():
    with pytest.raises(BadUsage, match=r"^--set 'a\.a\.[a.]+\.\.\. is not key=value"):
        settings_from([".".join("a" * 3000) + "=1"])


def test_very_many_faults_are_not_all_told(tmp_path):
    told = faults(write_run(tmp_path, "\n".join(f"wrong{number} = 1" for number in range(500)) + "\n" + CONFIG))
    assert len(told) == 21
    assert told[-1] == "and 480 more faults"


def test_paths_that_cannot_be(tmp_path):
    (fault,) = faults(write_run(tmp_path, CONFIG.replace("train.txt", "x" * 5000)))
    assert fault.endswith("xxx: no such file; paths are taken from the folder you run in")
    (fault,) = faults(write_run(tmp_path, CONFIG.replace("/run", "/\\u0000")))
    assert fault == "output: a path cannot hold the character of code 0"
