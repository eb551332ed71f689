from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rightmost.errors import RightmostError
from rightmost.model.vocabulary import NO_LABEL, Vocabulary
from rightmost.trees.tree import Leaf, Tree
from rightmost.trees.unary import Label, collapse
from strategies import ARTHUR, trees

treebanks = st.lists(trees(), min_size=1, max_size=4)


@settings(max_examples=40)
@given(treebanks)
def test_every_label_and_tag_of_the_trees_has_a_number_of_its_own(treebank):
    vocabulary = Vocabulary.from_trees(treebank)
    labels = {node.label for tree in treebank for node in collapse(tree).nodes()}
    tags = {tag for tree in treebank for tag in tree.tags}
    assert {vocabulary.label_number(label) for label in labels} == set(range(1, len(labels) + 1))
    assert {vocabulary.tag_number(tag) for tag in tags} == set(range(len(tags)))
    assert all(vocabulary.label(vocabulary.label_number(label)) == label for label in labels)
    assert len(vocabulary.labels) == len(labels)
    assert len(vocabulary.tags) == len(tags)


def test_most_frequent_first_and_then_by_name():
    vocabulary = Vocabulary.from_trees([Tree.from_string(ARTHUR)])
    assert vocabulary.labels == ("NP", "PP", "S", "VP")
    assert vocabulary.tags == ("DT", "IN", "NN", "NNP", "NNPS", "VBZ")
    assert vocabulary.label_number("NP") == 1


@settings(max_examples=40)
@given(treebanks, treebanks)
def test_an_extended_vocabulary_keeps_its_numbers(old, new):
    before = Vocabulary.from_trees(old)
    after = before.extended_by(new)
    assert after.labels[: len(before.labels)] == before.labels
    assert after.tags[: len(before.tags)] == before.tags
    both = Vocabulary.from_trees([*old, *new])
    assert set(after.labels) == set(both.labels)
    assert set(after.tags) == set(both.tags)
    assert after.extended_by(new) == after


def test_no_label_is_none():
    vocabulary = Vocabulary(("S",), ())
    assert vocabulary.label_number(None) == NO_LABEL == 0
    assert vocabulary.label(NO_LABEL) is None
    assert Vocabulary(("None",), ()).label_number("None") == 1


def test_an_unknown_label_and_an_unknown_tag():
    vocabulary = Vocabulary(("S", "NP"), ("NN",))
    with pytest.raises(RightmostError, match=r"^unknown label S\+VP; the model knows 2 labels, and this is none$"):
        vocabulary.label_number(Label("S", "VP"))
    assert vocabulary.tag_number("VB") == -1


@settings(max_examples=40)
@given(treebanks)
def test_json_and_back(treebank):
    vocabulary = Vocabulary.from_trees(treebank)
    again = Vocabulary.from_json(json.loads(json.dumps(vocabulary.to_json())))
    assert again == vocabulary
    assert [vocabulary.label_number(label) for label in again.labels] == list(range(1, len(vocabulary.labels) + 1))


def test_a_plus_in_a_name_is_no_unary_chain():
    one_name = Tree("S+VP", [Leaf("Go", "VB")])
    chain = Tree("S", [Tree("VP", [Leaf("Go", "VB")])])
    vocabulary = Vocabulary.from_trees([one_name, chain, Tree("A+B", [Tree("C", [Leaf("a", "X")])])])
    assert len(vocabulary.labels) == 3
    again = Vocabulary.from_json(json.loads(json.dumps(vocabulary.to_json())))
    assert again == vocabulary
    assert again.label_number("S+VP") != again.label_number(Label("S", "VP"))
    assert vocabulary.to_json()["labels"] == [["A+B", "C"], ["S", "VP"], ["S+VP"]]


@pytest.mark.parametrize(
    "written",
    [
        None,
        [],
        3,
        "labels",
        {},
        {"labels": [["S"]]},
        {"tags": []},
        {"labels": 3, "tags": []},
        {"labels": [[]], "tags": []},
        {"labels": ["NP"], "tags": []},
    ],
)
def test_a_damaged_vocabulary(written):
    with pytest.raises(
        RightmostError, match=r'^not a vocabulary; expected \{"labels": \[\["S", "VP"\], \.\.\.\], "tags"'
    ):
        Vocabulary.from_json(written)
