from __future__ import annotations

from unittest import mock

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from decoding.building import tree_of
from model.networks import DECODERS, TREES, VOCABULARY, batch_of, network, xlnet_network
from rightmost.decoding import parse
from rightmost.decoding.constraints import Constraints
from rightmost.decoding.parse import parse_leaves, parse_sentences, pools_of
from rightmost.encoding.subwords import Window
from rightmost.errors import EmptySentence, IllegalAction, RightmostError
from rightmost.model.network import Network
from rightmost.trees.tree import Leaf, Tree
from rightmost.trees.unary import collapse
from strategies import ARTHUR


def learnt(decoder: str) -> Network:
    """A network that has learnt the ten trees by heart."""
    made = network(decoder=decoder, width=32, positions=32).train()
    batch = batch_of(made)
    optimiser = torch.optim.Adam(made.parameters(), lr=5e-3)
    for _ in range(600):
        optimiser.zero_grad()
        loss = made.loss(batch).total
        loss.backward()
        optimiser.step()
        if loss < 0.69:  # then every decision is more likely than not
            break
    return made.eval()


@pytest.mark.parametrize("decoder", DECODERS)
def test_what_was_learnt_by_heart_is_parsed_so(decoder):
    made = learnt(decoder)
    untagged = [[Leaf(word, "?") for word in tree.words] for tree in TREES]
    assert parse_leaves(made, untagged) == list(TREES), "with the tags, which the tag head gives"
    assert [parse_leaves(made, [leaves])[0] for leaves in untagged] == list(TREES)


# -- any words ----------------------------------------------------------------------------------------

NETWORKS = {decoder: network(decoder=decoder) for decoder in DECODERS}
odd_words = st.text(max_size=5) | st.sampled_from(["(", ")", "-LRB-", "", " ", "\u200b", "😀", "None", "a" * 500])
sentences = st.lists(
    st.lists(st.builds(Leaf, odd_words, st.just("?")), min_size=1, max_size=20), min_size=1, max_size=5
)


@pytest.mark.parametrize("decoder", DECODERS)
@settings(deadline=None, max_examples=15)
@given(given_sentences=sentences)
def test_words_stay_as_they_are_and_in_their_order(decoder, given_sentences):
    trees = parse_leaves(NETWORKS[decoder], given_sentences)
    assert [list(tree.words) for tree in trees] == [[leaf.word for leaf in sentence] for sentence in given_sentences]
    for tree in trees:
        assert set(tree.tags) <= set(VOCABULARY.tags)
        assert {node.label for node in collapse(tree).nodes()} <= set(VOCABULARY.labels)


@pytest.mark.parametrize("decoder", DECODERS)
def test_batched_is_one_at_a_time(decoder, monkeypatch):
    made = network(decoder=decoder).double()
    sentences = [list(tree.leaves) for tree in TREES] + [[leaf for tree in TREES for leaf in tree.leaves]]
    together = parse_leaves(made, sentences)
    assert together == [parse_leaves(made, [leaves])[0] for leaves in sentences]
    assert together[::-1] == parse_leaves(made, sentences[::-1])
    monkeypatch.setattr(parse, "TREES_AT_ONCE", 3)
    monkeypatch.setattr(parse, "PIECES_AT_ONCE", 60)
    assert together == parse_leaves(made, sentences)


def test_an_encoder_that_pads_on_the_left():
    made = xlnet_network().double()
    sentences = [list(tree.leaves) for tree in TREES]
    assert parse_leaves(made, sentences) == [parse_leaves(made, [leaves])[0] for leaves in sentences]


@pytest.mark.parametrize("decoder", DECODERS)
def test_a_sentence_longer_than_every_table(decoder):
    """12 positions, 126 pieces, 250 targets of the sequence decoder."""
    leaves = [Leaf(f"w{number}", "?") for number in range(300 if decoder == "sequence" else 50)]
    (tree,) = parse_leaves(NETWORKS[decoder], [leaves])
    assert tree.words == tuple(leaf.word for leaf in leaves)


def test_no_sentences_no_trees():
    assert parse_leaves(NETWORKS["graph"], []) == []


def test_an_empty_sentence():
    with pytest.raises(EmptySentence, match=r"^sentence 2 is empty: there is nothing to parse$"):
        parse_leaves(NETWORKS["graph"], [[Leaf("Arthur", "NNP")], []])


@pytest.mark.parametrize("options", [{"beam": 2}, {"k": 2}, {"constraints": [Constraints(require=((0, 1, "NP"),))]}])
def test_what_the_in_order_decoder_cannot_do(options):
    message = "^this model's in-order decoder knows neither beams nor constraints; use another model$"
    with pytest.raises(RightmostError, match=message):
        parse_sentences(NETWORKS["in-order"], [[Leaf("Arthur", "NNP")]], **options)


# -- tags ---------------------------------------------------------------------------------------------


def test_without_a_tag_head_the_given_tags_stay():
    leaves = [Leaf("Arthur", "whatever"), Leaf("rides", "?")]
    (tree,) = parse_leaves(network(tag_head=False), [leaves])
    assert tree.leaves == tuple(leaves)


def test_a_model_of_gold_tags_reads_them():
    made = network(gold_tags=True, tag_head=False)
    trees = [
        parse_leaves(made, [[Leaf(word, tag) for word, tag in zip(TREES[7].words, tags)]])[0]
        for tags in (TREES[7].tags, TREES[7].tags[::-1], ["never seen"] * len(TREES[7].words))
    ]
    assert len({str(Tree("X", tree.children)) for tree in trees}) == 3
    assert any(
        [node.label for node in tree.nodes()] != [node.label for node in trees[0].nodes()] for tree in trees[1:]
    ), "and not only copies them"


# -- parts --------------------------------------------------------------------------------------------


@settings(deadline=None)
@given(st.lists(st.lists(st.integers(1, 40), min_size=1, max_size=3), min_size=1, max_size=12), st.integers(1, 120))
def test_batches_take_every_sentence_once_within_the_limit(sizes, limit):
    windows = [[Window((0,) * size, 0, (), ()) for size in sentence] for sentence in sizes]
    batches = list(parse.batches_of(windows, pieces=limit))
    assert [number for batch in batches for number in batch] == list(range(len(sizes)))
    for batch in batches:
        chosen = [size for number in batch for size in sizes[number]]
        assert len(chosen) * max(chosen) <= limit or len(batch) == 1


@given(st.lists(st.integers(1, 200), max_size=30), st.integers(1, 9), st.booleans())
def test_pools_take_every_sentence_once_longest_first(lengths, size, taper):
    with mock.patch.multiple(parse, SMALL_POOL=4, POOL_STEP=2):
        pools = pools_of(lengths, size=size, taper=taper)
    in_order = [number for pool in pools for number in pool]
    assert sorted(in_order) == list(range(len(lengths)))
    assert [lengths[number] for number in in_order] == sorted(lengths, reverse=True)
    assert all(1 <= len(pool) <= size for pool in pools)
    for pool in pools:
        assert len({lengths[number] > 128 for number in pool}) == 1, "very long ones are by themselves"


@pytest.mark.parametrize(
    ("sentences", "sizes"),
    [
        (0, []),
        (512, [512]),
        (513, [384, 129]),
        (2400, [1280, 640, 480]),
        (8192, [2048, 2048, 2048, 1024, 512, 512]),
    ],
)
def test_pools_taper_off_so_that_the_last_is_small(sentences, sizes):
    assert [len(pool) for pool in pools_of([7] * sentences, size=2048, taper=True)] == sizes


def test_numbers_become_the_tree_and_its_unary_chains():
    arthur = Tree.from_string(ARTHUR)
    decisions = NETWORKS["graph"].prepare(arthur).decisions
    assert tree_of(decisions[:, 1:], arthur.leaves, VOCABULARY) == arthur
    go = TREES[3]
    assert tree_of(NETWORKS["graph"].prepare(go).decisions[:, 1:], go.leaves, VOCABULARY) == go
    with pytest.raises(IllegalAction, match="action 1"):
        tree_of(np.array([[0, 0, 0]]), [Leaf("Arthur", "NNP")], VOCABULARY)


def test_parsing_leaves_no_gradients_behind():
    made = NETWORKS["graph"]
    parse_leaves(made, [TREES[0].leaves])
    assert all(weight.grad is None for weight in made.parameters())
    assert torch.is_grad_enabled()
