from __future__ import annotations

import pytest

from rightmost.errors import BracketError, CorpusError
from rightmost.model.vocabulary import Vocabulary
from rightmost.training.data.treebank import Treebank, Treebanks, warn_of_unknown_labels
from rightmost.training.training_config import DataConfig
from rightmost.trees.tree import Tree
from training.runs import TREES, write_corpus


def test_reading(tmp_path):
    one, other = write_corpus(tmp_path / "a.txt", TREES[:3]), write_corpus(tmp_path / "b.txt", TREES[3:5])
    config = DataConfig(train=[{"path": str(one), "weight": 2}, str(other)], dev=str(other))
    banks = Treebanks.read(config)
    assert [str(tree) for tree in banks.train_trees] == list(TREES[:5])
    assert [bank.weight for bank in banks.train] == [2.0, 1.0]
    assert (len(banks.dev), banks.test) == (1, ())
    assert banks.checksums().keys() == {str(one), str(other)}
    before = banks.checksums()
    write_corpus(one, TREES[:2])
    assert Treebanks.read(config).checksums()[str(one)] != before[str(one)]


@pytest.mark.parametrize("content", ["", " \n\n"])
def test_an_empty_corpus(tmp_path, content):
    path = tmp_path / "empty.txt"
    path.write_text(content)
    with pytest.raises(CorpusError) as caught:
        Treebank.read(str(path))
    assert str(caught.value) == f"{path}: no trees in it; expected one a line, as (S (NP (NNP Arthur)) (VP (VBZ is)))"


def test_a_bad_tree_is_named_by_line(tmp_path):
    path = write_corpus(tmp_path / "bad.txt", [TREES[0], "(S (NP"])
    with pytest.raises(BracketError, match=rf"{path}:2:"):
        Treebank.read(str(path))


def test_labels_that_training_never_saw(caplog):
    vocabulary = Vocabulary.from_trees([Tree.from_string("(S (NP (NN King)) (VP (VBZ is)))")])
    dev = [
        "(S (NP (NN King)) (VP (VBZ is)))",
        "(SINV (NP (NN King)) (VP (VBZ is)))",
        "(S (VP (VBZ is)))",  # S+VP, one label
        "(SINV (UCP (NN King)) (VP (VBZ is)))",
    ]
    trees = tuple(map(Tree.from_string, dev))
    warn_of_unknown_labels([Treebank("dev.txt", trees, ""), Treebank("fine.txt", trees[:1], "")], vocabulary)
    assert caplog.messages == [
        "dev.txt: 3 labels never seen in training (SINV, S+VP, UCP), in 3 sentences of 4: scored as wrong"
    ]


def test_many_such_labels(caplog):
    trees = tuple(Tree.from_string(f"(X{number} (NN King))") for number in range(7))
    warn_of_unknown_labels([Treebank("dev.txt", trees, "")], Vocabulary((), ()))
    warn_of_unknown_labels([Treebank("one.txt", trees[:1], "")], Vocabulary((), ()))
    assert caplog.messages == [
        "dev.txt: 7 labels never seen in training (X0, X1, X2, X3, X4, ...), in 7 sentences of 7: scored as wrong",
        "one.txt: 1 label never seen in training (X0), in 1 sentence of 1: scored as wrong",
    ]


def test_noise_and_style_are_the_corpus_s(tmp_path):
    path = write_corpus(tmp_path / "a.txt", ["(S (NP (NNP Arthur)) (VP (VBZ rides)) (. .))"])
    config = DataConfig(
        train=[{"path": str(path), "noise": ["lower-case", "no-final-punctuation"], "style": "chat"}], dev=str(path)
    )
    banks = Treebanks.read(config)
    assert [str(tree) for tree in banks.train_trees] == ["(S (NP (NNP arthur)) (VP (VBZ rides)))"]
    assert banks.train[0].style == "chat"
    assert banks.dev[0].trees[0].words == ("Arthur", "rides", ".")


def test_a_root_that_noise_leaves_nothing_to_hold_goes_too(tmp_path):
    path = write_corpus(tmp_path / "a.txt", ["(TOP (SBAR (IN if) (S (VP (VBZ rains)))) (. .))"])
    config = DataConfig(train=[{"path": str(path), "noise": ["no-final-punctuation"]}], dev=str(path))
    assert [tree.label for tree in Treebanks.read(config).train_trees] == ["SBAR"]


def test_a_root_that_must_stay_has_one_name(tmp_path):
    path = write_corpus(
        tmp_path / "a.txt", ["(ROOT (. !))", "(S1 (S (VP (VB Go))))", "( (NP (NN king)) (NP (NN queen)))"]
    )
    assert [tree.label for tree in Treebank.read(str(path)).trees] == ["TOP", "S", "TOP"]


def test_trees_to_be_followed(tmp_path):
    flat = "(S (NNP Arthur) (VBZ rides))"
    tagged_otherwise = "(S (QQ Arthur) (QQ rides))"
    gold, followed = write_corpus(tmp_path / "a.txt", TREES[1:2]), write_corpus(tmp_path / "b.txt", [tagged_otherwise])
    config = DataConfig(train=[{"path": str(gold), "followed": str(followed)}, str(gold)], dev=str(gold))
    banks = Treebanks.read(config)
    one, other = banks.train
    assert [tuple(map(str, pair)) for pair in one.pairs] == [(TREES[1], flat)]
    assert [followed for _, followed in other.pairs] == [None]
    assert [str(tree) for tree in banks.known_trees] == [TREES[1], TREES[1], flat]
    assert banks.checksums().keys() == {str(gold), str(followed)}


@pytest.mark.parametrize(
    ("trees", "message"),
    [
        (TREES[:1], "1 tree, and {gold} has 2; one is followed for each of those"),
        ((TREES[0], TREES[2]), "tree 2, word 1 is 'the', and 'Arthur' in {gold}"),
        ((TREES[0], "(S (NNP Arthur))"), "tree 2, word 2 is '', and 'rides' in {gold}"),
    ],
)
def test_trees_of_other_sentences_are_not_followed(tmp_path, trees, message):
    gold, followed = write_corpus(tmp_path / "a.txt", TREES[:2]), write_corpus(tmp_path / "b.txt", trees)
    config = DataConfig(train=[{"path": str(gold), "followed": str(followed)}], dev=str(gold))
    with pytest.raises(CorpusError) as caught:
        Treebanks.read(config)
    assert str(caught.value) == f"{followed}: {message.format(gold=gold)}"
