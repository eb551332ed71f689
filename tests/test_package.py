"""What pyproject.toml promises, and what the archives made from it hold."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email.message import Message
from email.parser import Parser
from pathlib import Path

import pytest

from rightmost.training.presets import preset_names
from tool import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PACKAGE = ROOT / "src" / "rightmost"


@pytest.fixture(scope="module")
def archives(tmp_path_factory) -> tuple[Path, Path]:
    """The wheel, built from the sdist; and the sdist."""
    folder = tmp_path_factory.mktemp("archives")
    command = [sys.executable, "-m", "uv", "build", "--quiet", "--out-dir", str(folder), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    return wheel, sdist


def about(wheel: zipfile.ZipFile) -> Message:
    (name,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    return Parser().parsestr(wheel.read(name).decode())


def test_the_pythons_named_begin_with_the_lowest():
    named = [line.rpartition(" ")[2] for line in PROJECT["classifiers"] if re.search(r":: 3\.\d+$", line)]
    assert named[0] == PROJECT["requires-python"].removeprefix(">=")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"Python {', '.join(named[:-1])} and {named[-1]}" in readme


def test_every_dependency_has_a_lower_bound_that_the_pins_keep():
    pins = dict(line.split("==") for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines())
    for wanted in [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["plots"]]:
        name, bound = wanted.split(">=")
        assert [int(part) for part in bound.split(".")] <= [int(part) for part in pins[name].split(".")], wanted


@pytest.mark.slow
def test_the_wheel_has_code_model_presets_and_licences(archives):
    with zipfile.ZipFile(archives[0]) as wheel:
        names = set(wheel.namelist())
        said = about(wheel)
    assert {f"rightmost/{path.relative_to(PACKAGE).as_posix()}" for path in PACKAGE.rglob("*.py")} <= names
    model = {f"rightmost/models/en/{path.name}" for path in (PACKAGE / "models" / "en").iterdir()}
    assert model | {"rightmost/py.typed"} <= names
    presets = {name for name in names if name.startswith("rightmost/configs/")}
    assert {"rightmost/configs/paper/ptb-bert.toml", "rightmost/configs/example.toml"} <= presets
    assert sorted(Path(name).stem for name in presets) == preset_names()
    assert said["License-Expression"] == "Apache-2.0 AND CC-BY-SA-4.0"
    assert {name.partition("licenses/")[2] for name in names if "/licenses/" in name} == set(
        said.get_all("License-File")
    )
    assert set(said.get_all("Provides-Extra", [])) == {"dev", "plots"}
    assert {name.split("/")[0] for name in names} == {"rightmost", f"rightmost-{said['Version']}.dist-info"}


@pytest.mark.slow
def test_the_readme_of_an_index_has_no_link_that_leads_nowhere(archives):
    with zipfile.ZipFile(archives[0]) as wheel:
        text = str(about(wheel).get_payload())
    assert "Strongly Incremental Constituency Parsing" in text
    links = re.findall(r"\]\(([^)]*)\)", text)
    assert links
    assert [link for link in links if not link.startswith("https://")] == []


@pytest.mark.slow
def test_the_sdists_own_tests_run(archives, tmp_path):
    with tarfile.open(archives[1]) as sdist:
        sdist.extractall(tmp_path, filter="data")
    (unpacked,) = tmp_path.iterdir()
    paths = [
        "trees/test_tree",
        "cli/test_demo",
        "training/test_training_config",
        "test_treebanks",
        "test_layout",
        "test_docs",
    ]
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-n", "0", "-m", "not slow"]
    command += [f"tests/{path}.py" for path in paths]
    done = subprocess.run(
        command,
        cwd=unpacked,
        env={**os.environ, "PYTHONPATH": str(unpacked / "src")},
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stdout[-3000:]
