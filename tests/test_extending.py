"""CONTRIBUTING.md says which files to change to add something. Here a copy of the package gets one of each."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

import rightmost
from decoding.searching import beams_of, greedy, searched
from extending.pruned import Pruned
from gpu.fixed_searches import assert_searched, fixed_search
from model.networks import network, random_words
from rightmost.decoding.beam import BeamSearch

PACKAGE = Path(rightmost.__file__).parent
TESTS = Path(__file__).parent
MOST_FILES = 3
ROW = re.compile(r"\| (?P<what>an? [^|]+?) \| (?P<files>`[^|]+`) \| (?P<test>`[^|]+`) \|")

#: What is added, and in which files: all of a new one, or what takes the place of a line.
ADDED: Mapping[str, Mapping[str, str | tuple[str, str]]] = {
    "an output format": {
        "cli/formats.py": (
            '    conll = "conll"\n|    Format.conll: lambda',
            '    conll = "conll"\n    words = "words"\n|'
            '    Format.words: lambda scored, cut, terminal: " ".join(scored.tree.words),\n    Format.conll: lambda',
        ),
    },
    "a corpus": {
        "corpora/camelot.py": "camelot.py",
        "corpora/registry.py": (
            "import craft, ctb|    wsj_sample.CORPUS,\n",
            "import camelot, craft, ctb|    wsj_sample.CORPUS,\n    camelot.CORPUS,\n",
        ),
    },
    "a language": {
        "text/hyphened.py": "hyphened.py",
        "text/languages.py": (
            'from rightmost.text.lines|Literal["en", |    "en": Language',
            "from rightmost.text.hyphened import hyphened_words\nfrom rightmost.text.lines|"
            'Literal["hyphened", "en", |    "hyphened": Language(sentence_spans, hyphened_words),\n    "en": Language',
        ),
    },
    "a search policy": {
        "decoding/pruned.py": "pruned.py",
        "decoding/parse.py": (
            "from rightmost.decoding.scored|BeamSearch(beam) if beam > 1 else",
            "from rightmost.decoding.pruned import Pruned\nfrom rightmost.decoding.scored|"
            "Pruned(beam, 0.0) if beam > 1 else",
        ),
    },
    "a decoder": {
        "model/constant_decoder.py": "constant_decoder.py",
        "model/model_config.py": ('Literal["graph", "sequence", ', 'Literal["graph", "constant", "sequence", '),
        "model/build.py": (
            "from rightmost.model.decoder|    features = _tree_features(config, labels)\n    wanted",
            "from rightmost.model.constant_decoder import ConstantDecoder\nfrom rightmost.model.decoder|"
            '    if config.decoder == "constant":\n'
            "        return ConstantDecoder(labels=labels, targets=SEQUENCE_TARGETS)\n"
            "    features = _tree_features(config, labels)\n    wanted",
        ),
    },
    "a command": {
        "cli/greet_command.py": 'def command(name: str) -> None:\n    print(f"Hail {name}")\n',
        "cli/main.py": ('    "draw",\n', '    "draw",\n    "greet",\n'),
    },
}


@pytest.fixture
def run_with(tmp_path):
    """Runs python on a copy of the package to which something is added; gives what it prints."""

    def run(what: str, *arguments: str | Path) -> str:
        package = tmp_path / "src" / "rightmost"
        shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("models", "__pycache__"))
        (package / "models").symlink_to(PACKAGE / "models", target_is_directory=True)
        for name, change in ADDED[what].items():
            path = package / name
            if isinstance(change, tuple):
                text = path.read_text(encoding="utf-8")
                for old, new in zip(change[0].split("|"), change[1].split("|"), strict=True):
                    assert text.count(old) == 1, f"{name}: {old!r}"
                    text = text.replace(old, new)
            else:
                assert not path.exists()
                text = (TESTS / "extending" / change).read_text(encoding="utf-8") if "\n" not in change else change
            path.write_text(text, encoding="utf-8")
        told = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(map(str, [tmp_path / "src", TESTS])),
            "OMP_NUM_THREADS": "1",
        }
        done = subprocess.run([sys.executable, *map(str, arguments)], env=told, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


def test_contributing_lists_the_files_that_are_changed_here():
    text = (TESTS.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rows = {match["what"]: match for match in ROW.finditer(text)}
    assert set(rows) == set(ADDED)
    for what, changes in ADDED.items():
        named = re.findall(r"`([^`]+)`", rows[what]["files"])
        assert len(named) <= MOST_FILES, what
        patterns = [re.escape(name).replace("NEW", r"\w+") for name in named]
        assert len(patterns) == len(changes), what
        assert all(re.fullmatch(pattern, name) for pattern, name in zip(patterns, changes)), what
        assert rows[what]["test"].strip("`") in globals(), what


def test_an_output_format(run_with):
    text = "Arthur is King."
    assert run_with("an output format", "-m", "rightmost", "parse", text, "--format", "words") == "Arthur is King .\n"


def test_a_corpus(run_with, tmp_path):
    for split in ("train", "dev", "test"):
        (tmp_path / f"{split}.tree").write_text(f"( (NP-SBJ (NNP {split})))\n")
    run_with("a corpus", "-m", "rightmost", "prepare", "camelot", tmp_path, tmp_path / "out")
    assert (tmp_path / "out" / "dev.txt").read_text() == "(TOP (NP (NNP dev)))\n"


def test_a_language(run_with):
    script = """
from rightmost.model.model_config import ModelConfig
from rightmost.text.languages import cut
language = ModelConfig(encoder="tiny", text="hyphened").text
print([[word.text for word in sentence.words] for sentence in cut("King-of-Britons he is", language)])
"""
    assert run_with("a language", "-c", script) == "[['King-', 'of-', 'Britons', 'he', 'is']]\n"


@pytest.mark.slow
def test_a_decoder(run_with):
    script = """
import torch
from model.networks import TREES, batch_of, network
from rightmost.decoding.parse import parse_leaves
made = network(decoder="constant")
found = parse_leaves(made, [tree.leaves for tree in TREES])
assert [tree.words for tree in found] == [tree.words for tree in TREES]
optimiser = torch.optim.Adam(made.decoder.parameters(), lr=0.1)
batch, losses = batch_of(made), []
for _ in range(10):
    optimiser.zero_grad()
    loss = made.loss(batch).total
    loss.backward()
    optimiser.step()
    losses.append(loss.item())
print(losses[-1] < losses[0])
"""
    assert run_with("a decoder", "-c", script) == "True\n"


@pytest.mark.slow
def test_a_search_policy(run_with):
    script = """
from model.networks import TREES, network
from rightmost.decoding.parse import parse_sentences
made, leaves = network(seed=2), [tree.leaves for tree in TREES]
best = [[each.tree for each in trees] for trees in parse_sentences(made, leaves)]
print([[each.tree for each in trees] for trees in parse_sentences(made, leaves, beam=4)] == best)
"""
    assert run_with("a search policy", "-c", script) == "True\n"


def test_a_command(run_with):
    assert run_with("a command", "-m", "rightmost", "greet", "Arthur") == "Hail Arthur\n"


@settings(deadline=None, max_examples=10)
@given(
    st.sampled_from(["graph", "sequence", "in-order"]), st.integers(0, 1000), st.lists(st.integers(1, 6), min_size=1)
)
def test_a_policy_needs_nothing_but_the_seam(decoder, seed, lengths):
    """A wide margin changes nothing; without one, only the best tree is left."""
    made = network(seed=seed, decoder=decoder).double()
    words = random_words(made, sum(lengths), seed)
    with torch.no_grad():
        wide = searched(made, words, lengths, Pruned(3, float("inf")))
        assert beams_of(wide) == beams_of(searched(made, words, lengths, BeamSearch(3)))
        for trees in beams_of(searched(made, words, lengths, Pruned(3, 0.0))):
            assert len(trees) == 1
        for trees in beams_of(searched(made, words, lengths, Pruned(3, 1.0))):
            assert all(trees[0][0] - value <= 1.0 for value, _ in trees)


@torch.no_grad()
def test_a_policy_runs_in_steps_of_fixed_shapes_too():
    made, policy = network(seed=3), Pruned(3, 2.0)
    assert_searched(made.double(), fixed_search(made, policy), [5, 3, 4], seed=1, policy=policy)


def test_without_a_margin_the_best_action_is_taken():
    made = network(seed=4).double()
    words = random_words(made, 9, 4)
    with torch.no_grad():
        found = searched(made, words, [4, 5], Pruned(2, 0.0))
        for trees, actions in zip(beams_of(found), greedy(made, words, [4, 5]), strict=True):
            assert trees[0][1] == actions.tolist()
