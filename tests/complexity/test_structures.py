from __future__ import annotations

import pytest

from rightmost.complexity.measure import measure
from rightmost.complexity.structures import SHIPPED, StructureError, read_structures
from rightmost.trees.tree import Tree
from strategies import ARTHUR


@pytest.mark.parametrize("name", SHIPPED)
def test_the_shipped_ones_have_lus_names(name):
    names = read_structures(name).names
    assert len(names) == 23
    assert names == read_structures().names


def test_a_file_of_ones_own(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(
        "[structures.PP]\nabout = 'phrases'\npatterns = ['PP', 'PP < IN', 'NP < PP']\n[structures.N]\n"
        "patterns = ['/^NN/']\n[indices]\n'PP per N' = 'PP / N'\n"
    )
    figures = measure(Tree.from_string(ARTHUR), read_structures(path))
    assert figures == {"PP": 2, "N": 3, "PP per N": 2 / 3}, "a node counts once for all patterns of a structure"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[structures.A", r"mine.toml: not TOML: .*docs/complexity.md describes"),
        ("", r"mine.toml: no structures; expected at least one \[structures.NAME\] with patterns"),
        ("structures = 5", r"mine.toml: \[structures\] is 5; expected a table"),
        ("[structure.A]\npatterns = ['A']", r"'structure' at the top; allowed: \[structures.NAME\] and \[indices\]"),
        ("[structures]\nA = ['A']", r"\[structures.A\] is \['A'\]; expected a table"),
        ("[structures.A]\npattern = 'A'", r"\[structures.A\] has 'pattern'; allowed: 'about' and 'patterns'"),
        ("[structures.A]", r"\[structures.A\] has patterns = None; expected a list of patterns, as \['NP < CC'\]"),
        ("[structures.A]\npatterns = 'A'", r"\[structures.A\] has patterns = 'A'; expected a list"),
        ("[structures.A]\npatterns = ['A <']", r"\[structures.A\]: pattern:1:4: .*A <\^HERE\^"),
        (
            "[structures.A]\npatterns = ['A']\n[indices]\nM = 'A'",
            r"\[indices\] has M = 'A'; expected two structures, as",
        ),
        ("[structures.A]\npatterns = ['A']\n[indices]\nM = 1", r"\[indices\] has M = 1; expected two structures"),
        ("[structures.A]\npatterns = ['A']\n[indices]\nM = 'A / B'", r"has M = 'A / B'; structures are A"),
        ("[structures.A]\npatterns = ['A']\n[indices]\nA = 'A / A'", r"has A, which is the name of a structure"),
    ],
)
def test_what_cannot_be_used(tmp_path, text, message):
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(StructureError, match=message) as raised:
        read_structures(path)
    assert "\n" not in str(raised.value)
