from __future__ import annotations

import warnings

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import nn

from model.growing import VOCABULARY, all_states, leaf, runs, tree_of_state
from model.networks import assert_close
from model.reference import convolved, edges_of, inputs_of, nodes_of, normalised_adjacency
from rightmost.model.gcn import GraphConvolution
from rightmost.model.graph_decoder import TreeFeatures
from rightmost.transitions.attach_juxtapose import run
from rightmost.transitions.oracle import oracle, rightmost_chain
from rightmost.trees.tree import Leaf, Tree

WIDTH, POSITIONS = 8, 6
kinds = st.sampled_from(["separate", "vanilla"])
seeds = st.integers(0, 1000)


def random_features(*, layers: int, kind: str, seed: int) -> TreeFeatures:
    torch.manual_seed(seed)
    convolution = GraphConvolution(WIDTH, layers=layers, kind=kind, dropout=0.0)
    features = TreeFeatures(WIDTH, labels=len(VOCABULARY.labels), positions=POSITIONS, convolution=convolution).double()
    with torch.no_grad():
        for parameter in features.parameters():  # biases and norms too, which start as 0 and 1
            parameter.copy_(torch.randn_like(parameter))
    return features.eval()


def random_inputs(words: int) -> tuple[torch.Tensor, torch.Tensor]:
    return torch.randn(words, WIDTH, dtype=torch.float64), torch.randn(POSITIONS, WIDTH // 2, dtype=torch.float64)


@settings(deadline=None, max_examples=20)
@given(runs(max_words=12), st.integers(1, 4), kinds, seeds)
def test_the_restricted_neighbourhood_gives_what_the_whole_tree_does(actions, layers, kind, seed):
    """Against a dense reference on the ground floor's trees; and so are the inputs, whose spans are the trees'."""
    features = random_features(layers=layers, kind=kind, seed=seed)
    words, positions = random_inputs(len(actions))
    times = [3 * word for word in range(len(actions) + 1)]
    found, lengths = features(features.prepare(words, positions), all_states(actions, times))
    rows = list(found.split(lengths.tolist()))
    for word, ours in enumerate(rows):
        if word == 0:
            inputs, chain, adjacency = features.dummy, [0], torch.eye(1, dtype=torch.float64)
        else:
            tree = run(actions[:word], [leaf(number) for number in range(word)]).tree
            nodes = nodes_of(tree)
            inputs = inputs_of(nodes, features, words, positions, vocabulary=VOCABULARY)
            chain, adjacency = chain_rows(nodes), normalised_adjacency(nodes)
            assert [nodes[row].label for row in chain] == [node.label for node in rightmost_chain(tree)]
        theirs = convolved(inputs, adjacency, list(features.convolution.layers))[chain]
        assert_close(ours, theirs, 1e-10)


@settings(deadline=None, max_examples=15)
@given(runs(max_words=8), st.integers(1, 3), seeds)
def test_so_it_does_between_words(actions, layers, seed):
    """In-order shift-reduce looks at trees in which a word's new node, or its leaf alone, is there."""
    features = random_features(layers=layers, kind="separate", seed=seed)
    words, positions = random_inputs(len(actions))
    times = [time for time in range(1, 3 * len(actions)) if time % 3]
    states = all_states(actions, times)
    found, lengths = features(features.prepare(words, positions), states)
    for row, (time, ours) in enumerate(zip(times, found.split(lengths.tolist()))):
        tree = tree_of_state(states, row)
        if tree is None or isinstance(tree, Leaf):  # the first word, with no node yet: the chain is the dummy
            inputs, adjacency, expected = features.dummy, torch.eye(1, dtype=torch.float64), [0]
        else:
            nodes = nodes_of(tree)
            inputs = inputs_of(nodes, features, words, positions, vocabulary=VOCABULARY)
            adjacency = normalised_adjacency(nodes)
            expected = chain_rows(nodes)
            new = actions[time // 3].new_label is not None and time % 3 == 1
            if new:  # the node just projected has the last slot; what will leave the chain is on it still
                place = actions[time // 3].target
                expected = [*expected[:place], *expected[place + 1 :], expected[place]]
        theirs = convolved(inputs, adjacency, list(features.convolution.layers))[expected]
        assert_close(ours, theirs, 1e-10)


def chain_rows(nodes: list) -> list[int]:
    """Rows of the chain, root first: inner nodes that end with the last word and have no other such to their right."""
    chain = [0]
    while True:
        last = max((row for row, node in enumerate(nodes) if node.parent == chain[-1]), default=None)
        if last is None or nodes[last].label is None:
            return chain
        chain.append(last)


@pytest.fixture(scope="module")
def their_layer() -> nn.Module:
    """GCNConv(bias=False) with the identity for weights."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # torch_geometric's import uses what torch has deprecated
        from torch_geometric.nn import GCNConv
    layer = GCNConv(WIDTH, WIDTH, bias=False).double()
    with torch.no_grad():
        layer.lin.weight.copy_(torch.eye(WIDTH))
    return layer


@settings(deadline=None, max_examples=15)
@given(runs(max_words=12), kinds, seeds)
def test_propagation_is_torch_geometric_s(their_layer, actions, kind, seed):
    """Over features that are transformed already."""
    features = random_features(layers=1, kind=kind, seed=seed)
    layer = features.convolution.layers[0]
    layer.norm = nn.Identity()
    words, positions = random_inputs(len(actions))
    ours, _ = features(features.prepare(words, positions), all_states(actions, [3 * len(actions)]))

    nodes = nodes_of(run(actions, [leaf(number) for number in range(len(actions))]).tree)
    inputs = inputs_of(nodes, features, words, positions, vocabulary=VOCABULARY)
    propagated = their_layer(layer.map(inputs) + layer.bias, edges_of(nodes))
    assert_close(ours, (propagated + inputs)[chain_rows(nodes)], 1e-10)


@pytest.mark.parametrize("kind", ["separate", "vanilla"])
def test_content_and_position_are_kept_apart_only_where_they_should_be(kind):
    layer = random_features(layers=1, kind=kind, seed=0).convolution.layers[0]
    inputs = torch.randn(5, WIDTH, dtype=torch.float64)
    changed = inputs.clone()
    changed[:, WIDTH // 2 :] += 1
    same = torch.equal(layer.map(inputs)[:, : WIDTH // 2], layer.map(changed)[:, : WIDTH // 2])
    assert same == (kind == "separate")


def test_both_kinds_have_as_many_parameters():
    sizes = [
        sum(parameter.numel() for parameter in GraphConvolution(64, layers=3, kind=kind, dropout=0.0).parameters())
        for kind in ("separate", "vanilla")
    ]
    assert sizes[0] == sizes[1]


def test_nodes_deeper_than_the_layers_reach_change_nothing():
    """And one level less deep does: so the reach is exactly as many levels as there are layers."""
    tree = Tree.from_string("(S (NP (NP (NP (X (N a)) (N b)) (N c)) (N d)) (VP (V e)))")
    actions = oracle(tree)
    for layers, seen in ((1, False), (4, False), (5, True)):  # leaf a is five levels below the chain node S
        features = random_features(layers=layers, kind="separate", seed=1)
        words, positions = random_inputs(len(actions))
        changed = words.clone()
        changed[0] += 1
        states = all_states(actions, [3 * len(actions)])
        before, after = (features(features.prepare(each, positions), states)[0] for each in (words, changed))
        assert torch.equal(before, after) != seen
