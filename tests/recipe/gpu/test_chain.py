"""recipe/en/gpu: the chain that trains on unfinished sentences, as far as a CPU without much time can tell."""

from __future__ import annotations

import re
import subprocess
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

from rightmost.errors import BadUsage
from rightmost.modelfile.folder import load_model
from rightmost.modelfile.shipped import model_folder
from rightmost.training.training_config import TrainingConfig
from rightmost.trees.brackets import parse_brackets, read_trees
from rightmost.trees.tree import Tree
from tool import BENCHMARKS, TOOLS, tool

GPU = TOOLS / "gpu"
ARTHUR = "(TOP (S (NP (NNP Arthur)) (VP (VBZ is) (NP (NP (NN King)) (PP (IN of) (NP (DT the) (NNPS Britons)))))))\n"


@pytest.fixture
def load(tmp_path):
    """The files that travel, each with one tree or sentence."""
    carry = tool("carry", GPU)
    for name in carry.FILES:
        path = tmp_path / "data" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(ARTHUR)
    (tmp_path / "text.txt").write_text("Arthur is King of the Britons\n")
    with zipfile.ZipFile(tmp_path / "knights.whl", "w") as wheel:
        wheel.writestr("knights/__init__.py", "COUNT = 3\n")
    return tmp_path


def test_what_travels(load):
    carry = tool("carry", GPU)
    archive = carry.pack(load / "carry", data=load / "data", text=load / "text.txt", wheels=[load / "knights.whl"])
    with tarfile.open(archive) as tar:
        tar.extractall(load / "out", filter="data")
    assert {path.relative_to(load / "out").as_posix() for path in (load / "out").rglob("*") if path.is_file()} == {
        *(f"data/{name}" for name in carry.FILES),
        "raw/text.txt",
        "deps/knights/__init__.py",
    }
    assert (load / "out" / "data" / "masc" / "dev.txt").read_text() == ARTHUR
    assert (load / "out" / "deps" / "knights" / "__init__.py").read_text() == "COUNT = 3\n"
    assert {path.name for path in (load / "carry").iterdir()} == {"load.tar.xz", "start.sh", "fetch.sh"}


def test_what_is_missing_is_named(load):
    carry = tool("carry", GPU)
    (load / "data" / "genia" / "train.txt").unlink()
    with pytest.raises(BadUsage, match=r"^no such file: .*genia/train\.txt, nowhere\.whl$"):
        carry.pack(load / "carry", data=load / "data", text=load / "text.txt", wheels=[Path("nowhere.whl")])
    assert not (load / "carry").exists()


def test_what_is_no_wheel_is_named(load):
    with pytest.raises(BadUsage, match=r"^no wheel: .*text\.txt$"):
        tool("carry", GPU).pack(load / "carry", data=load / "data", text=load / "text.txt", wheels=[load / "text.txt"])


def written(tmp_path: Path, name: str, *, without: str = "\0") -> TrainingConfig:
    """That run's config where all files are there, but those with `without` in their path."""
    configs = tool("prefix_configs", GPU)
    every = [*configs.known(0.3, gold_alone=False), *configs.followed()]
    for path in {corpus[key] for corpus in every for key in ("path", "followed") if key in corpus}:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("" if without in path else ARTHUR)
    return TrainingConfig.model_validate(tomllib.loads(configs.config(name, tmp_path, minutes=1.5)))


def test_both_runs_learn_prefixes(tmp_path):
    quick, main = (written(tmp_path, name, without="/silver/gold") for name in ("quick", "main"))
    assert (quick.start_from, main.start_from) == ("en", f"{quick.output}/best")
    assert (quick.minutes, quick.model.prefix_mark, quick.data.prefix_words) == (1.5, 3, 3)
    assert {corpus.prefixes for corpus in quick.data.train} == {0.6, 0.3}
    assert not [corpus.path for corpus in quick.data.train if "forms" in corpus.path or "silver" in corpus.path]
    followed = {corpus.path: corpus for corpus in main.data.train if corpus.followed}
    assert set(followed) == {f"follow/{name}/gold.txt" for name in ("amalgum", "masc", "gum-open", "craft", "genia")}
    assert {corpus.prefixes for corpus in followed.values()} == {1.0}
    assert {corpus.prefixes for corpus in main.data.train if not corpus.followed} == {0.3, 0.15}


def test_the_main_run_learns_what_the_shipped_model_learnt(tmp_path):
    shipped = TrainingConfig.model_validate(tomllib.loads((TOOLS / "configs" / "en.toml").read_text()))
    learnt = {(corpus.path, corpus.style) for corpus in written(tmp_path, "main").data.train if not corpus.followed}
    assert learnt == {(corpus.path, corpus.style) for corpus in shipped.data.train}


def test_trees_are_mended_and_made_noisy(tmp_path):
    (tmp_path / "trees.txt").write_text(ARTHUR * 2)
    mended = tmp_path / "made" / "mended.txt"
    tool("prepare_trees", GPU).mend([tmp_path / "trees.txt"], mended)
    assert [tree.words[0] for tree in read_trees(mended)] == ["Arthur", "Arthur"]
    noise = list(read_trees(mended.with_name("noise.txt")))
    assert noise
    assert noise[0].words == ("arthur", "is", "king", "of", "the", "britons")


def test_parts_of_the_text_are_all_of_it():
    part_of = tool("parse_raw", GPU).part_of
    lines = [str(number) for number in range(10)]
    assert [part_of(lines, part, 4) for part in range(4)] == [lines[:3], lines[3:6], lines[6:9], lines[9:]]


def test_what_is_followed_stands_beside_its_gold_tree(monkeypatch):
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    follow = tool("follow", GPU).follow
    gold = read_numbered(5)
    ordered, taken = follow(load_model(model_folder("en")), gold)
    assert [tree.words for tree in ordered] == [tree.words for tree in taken]
    assert [tree.words[0] for tree in ordered] == ["W0", "W1", "W4", "W2", "W3"]  # look-ahead 0, 0, 0, 1, 2


def read_numbered(count: int) -> list[Tree]:
    """The example so many times, each with a first word of its own."""
    return [parse_brackets(ARTHUR.replace("Arthur", f"W{number}")) for number in range(count)]


def test_parts_put_together_are_the_model(tmp_path):
    in_parts = tool("in_parts", GPU)
    count = in_parts.in_parts(model_folder("en"), tmp_path / "out", size=10 * 2**20)
    parts = sorted((tmp_path / "out").glob("part-*"))
    assert len(parts) == count > 1
    whole = b"".join(part.read_bytes() for part in parts)
    assert whole == (tmp_path / "out" / "model" / in_parts.WEIGHTS).read_bytes()


def test_the_shell_scripts_are_well_formed_and_name_what_is_there():
    scripts = sorted(GPU.glob("*.sh"))
    assert [path.name for path in scripts] == ["chain.sh", "fetch.sh", "start.sh", "watch.sh"]
    for script in scripts:
        subprocess.run(["bash", "-n", str(script)], check=True)
    named = set(re.findall(r"\$GPU/(\w+\.py)", (GPU / "chain.sh").read_text()))
    assert named == {path.name for path in GPU.glob("*.py")} - {"carry.py"}
