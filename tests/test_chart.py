"""benchmarks/chart.py: its trees are the best there are, and it learns what it is shown."""

from __future__ import annotations

import sys
from itertools import product

import pytest
import torch

from model.networks import TREES, config
from rightmost.errors import BadUsage, ModelError
from rightmost.model.vocabulary import Vocabulary
from rightmost.trees.brackets import write_trees
from rightmost.trees.tree import Tree
from tool import BENCHMARKS, tool


@pytest.fixture(scope="module")
def chart():
    return tool("chart", BENCHMARKS)


def sentence(words: int) -> Tree:
    return Tree.from_string(f"(S {'(NN king) ' * words})")


def parser_of(chart, trees, **settings):
    torch.manual_seed(0)
    return chart.ChartParser(config(width=64, **settings), Vocabulary.from_trees(trees)).eval()


def binary_trees(left: int, right: int):
    """All binary trees over these words, each as the spans it has."""
    if right - left == 1:
        yield {(left, right)}
    for split in range(left + 1, right):
        for one, other in product(binary_trees(left, split), binary_trees(split, right)):
            yield {(left, right), *one, *other}


@pytest.mark.parametrize("seed", range(5))
def test_the_best_tree_is_the_best_of_all(chart, seed):
    parser = parser_of(chart, TREES)
    lengths = (3, 5, 1, 4, 2, 5)
    batch = parser.collate([parser.prepare(sentence(words).words) for words in lengths])
    scores = torch.randn(batch.spans.shape[1], generator=torch.Generator().manual_seed(seed))
    best, chosen = chart.best_scores(scores, batch), chart.in_best_trees(scores, batch)
    for number, words in enumerate(lengths):
        own = batch.spans[0] == number
        spans = [(left, right) for left, right in batch.spans[1:3, own].T.tolist()]
        values = dict(zip(spans, scores[own].tolist()))
        expected = max(binary_trees(0, words), key=lambda tree: sum(values[span] for span in tree))
        assert {span for span, is_in in zip(spans, chosen[own].tolist()) if is_in} == expected
        assert best[number].item() == pytest.approx(sum(values[span] for span in expected), abs=1e-5)


def test_sentences_side_by_side_are_parsed_as_each_alone(chart):
    parser = parser_of(chart, TREES)
    together = parser.parse([tree.leaves for tree in TREES])
    assert together == [parser.parse([tree.leaves])[0] for tree in TREES]
    assert [tree.leaves for tree in together] == [tree.leaves for tree in TREES]


def test_spans_are_scored_as_differences_of_fenceposts(chart):
    parser = parser_of(chart, TREES)
    torch.nn.init.normal_(parser.beyond)
    tree = TREES[5]
    batch = parser.collate([parser.prepare(TREES[1].words), parser.prepare(tree.words)])
    words = parser.encoder(batch.input)[len(TREES[1].words) :]
    rows = torch.cat([parser.beyond, words, parser.beyond])
    posts = torch.cat([rows[:-1, 0::2], rows[1:, 1::2]], dim=1)
    own = batch.spans[0] == 1
    _, left, right, _ = batch.spans[:, own]
    expected = parser.label(parser.narrow(posts[right] - posts[left]))
    torch.testing.assert_close(parser(batch)[own][:, 1:], expected, atol=1e-5, rtol=1e-5)


def test_the_loss_is_how_far_the_best_tree_with_its_mistakes_is_ahead(chart):
    tree = TREES[4]
    parser = parser_of(chart, TREES)
    batch = parser.collate([parser.prepare(tree.words, tree.spans())])
    scores = dict(zip([tuple(span) for span in batch.spans[1:3].T.tolist()], parser(batch).tolist()))
    gold = {(left, right): parser.vocabulary.label_number(label) for left, right, label in tree.spans()}

    def worth(span: tuple[int, int]) -> float:
        return max(score + (label != gold.get(span, 0)) for label, score in enumerate(scores[span]))

    best = max(sum(map(worth, spans)) for spans in binary_trees(0, len(tree.words)))
    expected = best - sum(scores[span][label] for span, label in gold.items())
    assert parser.loss(batch).item() == pytest.approx(expected, abs=1e-4)


def test_a_sentence_has_a_label_even_if_no_span_should(chart):
    parser = parser_of(chart, [sentence(2)])
    torch.nn.init.constant_(parser.label[2].bias, -100.0)
    trees = [sentence(words) for words in (1, 4)]
    assert parser.parse([tree.leaves for tree in trees]) == trees


def test_trees_are_learnt_by_heart_and_kept(chart, tmp_path, capsys):
    trees = [TREES[number] for number in (0, 3, 8)]
    parser = parser_of(chart, trees)
    assert parser.parse([tree.leaves for tree in trees]) != trees
    chart.learn(parser, trees, batch=3, seed=1, minutes=1.0, steps=150)
    assert parser.parse([tree.leaves for tree in trees]) == trees
    assert capsys.readouterr().out.count("loss") == 3
    chart.save(parser, tmp_path)
    assert chart.load(tmp_path).parse([tree.leaves for tree in trees]) == trees


def test_both_commands_run(chart, tmp_path, monkeypatch, capsys):
    file = tmp_path / "few.txt"
    write_trees(TREES, file)
    told = ["train", "--encoder", "tiny", "--train", str(file), "--output", str(tmp_path / "out"), "--steps", "2"]
    monkeypatch.setattr(sys, "argv", ["chart", *told])
    chart.main()
    monkeypatch.setattr(sys, "argv", ["chart", "score", "--chart", str(tmp_path / "out"), "--test", str(file)])
    chart.main()
    first, *_, row, last = capsys.readouterr().out.splitlines()
    assert first.startswith("0 s, 0 steps, 0.0 epochs: loss ")
    assert row.startswith(f"| {file} | 10 | ")
    assert last == row.replace(str(file), "mean")


@pytest.mark.parametrize("wrong", [["--batch", "0"], ["--steps", "-1"], ["--minutes", "0"], ["--output", "few.txt"]])
def test_what_cannot_be_is_refused_before_anything_is_learnt(chart, tmp_path, monkeypatch, capsys, wrong):
    monkeypatch.chdir(tmp_path)
    write_trees(TREES, tmp_path / "few.txt")
    told = ["train", "--encoder", "tiny", "--train", "few.txt", "--output", "out", "--steps", "1", *wrong]
    monkeypatch.setattr(sys, "argv", ["chart", *told])
    with pytest.raises(BadUsage, match=wrong[0]):
        chart.main()
    assert capsys.readouterr().out == ""


def test_an_empty_folder_is_no_chart_parser(chart, tmp_path):
    with pytest.raises(ModelError, match="no chart parser here"):
        chart.load(tmp_path)
