"""tools/resolve.py: what it asks of uv, and what it says of the answer."""

from __future__ import annotations

import subprocess
import tomllib

import pytest

from rightmost.errors import RightmostError
from tool import ROOT, tool

PINNED = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()


@pytest.fixture
def resolve(monkeypatch):
    """The script, with a uv that answers so: exit code, stdout, stderr. `asked` has each command and environment."""
    script = tool("resolve", ROOT / "tools")
    script.asked = []

    def answering(code: int, out: str = "", err: str = ""):
        def run(command, *, env, **_):
            script.asked.append((command, env))
            return subprocess.CompletedProcess(command, code, out, err)

        monkeypatch.setattr(script.subprocess, "run", run)
        return script

    return answering


def test_every_python_is_asked_about_with_all_extras(resolve, capsys):
    script = resolve(0, "nltk==3.10.4\ntriton==3.7.1\nnvidia-nccl-cu13==2.30.7\n")
    script.main()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert capsys.readouterr().out.splitlines() == [
        f"Python {version}: 3 packages, all as pinned" for version in ("3.11", "3.12", "3.13")
    ]
    for command, _ in script.asked:
        assert {f"--extra={extra}" for extra in project["optional-dependencies"]} <= set(command)


def test_this_machines_settings_do_not_count(resolve, monkeypatch):
    monkeypatch.setenv("PIP_FIND_LINKS", "/somewhere")
    monkeypatch.setenv("UV_FIND_LINKS", "/somewhere")
    script = resolve(0)
    script.main()
    assert all("--no-config" in command for command, _ in script.asked)
    assert not any(name.startswith(("PIP_", "UV_")) for _, env in script.asked for name in env)


def test_pins_that_contradict_the_index_are_a_fault(resolve):
    script = resolve(1, err="error: No solution found when resolving dependencies\n")
    with pytest.raises(RightmostError, match=r"^constraints\.txt: Python 3\.11 cannot install these pins:\nerror"):
        script.main()


def test_what_has_no_pin_is_a_fault(resolve):
    script = resolve(0, "nltk==3.10.4\nzzz==1\ntriton==3.7.1\n")
    with pytest.raises(RightmostError, match=r"^constraints\.txt: Python 3\.11 needs zzz too; pin each there$"):
        script.main()


def test_an_index_out_of_reach_is_no_fault(resolve, capsys):
    script = resolve(2, err="error: Request failed after 3 retries\n  cause: Failed to fetch: x\n")
    script.main()
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("resolve: no package index can be reached; the pins are not checked (error: Request")
    assert len(script.asked) == 1


def test_no_pin_belongs_to_torch(resolve):
    script = resolve(0)
    names = script.package_names(PINNED)
    assert len(names) > 50
    assert [name for name in sorted(names) if script.TORCHS_OWN.fullmatch(name)] == []
