from __future__ import annotations

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from model.growing import VOCABULARY, all_states, leaf, runs
from rightmost.model.neighbourhood import FeatureTable, Neighbourhood
from rightmost.transitions.action import attach
from rightmost.transitions.attach_juxtapose import run
from rightmost.transitions.oracle import rightmost_chain
from rightmost.trees.tree import Leaf, Tree

TABLE = FeatureTable(labels=len(VOCABULARY.labels), positions=6)


# -- the table ----------------------------------------------------------------------------------------


def test_the_table_is_dummy_labels_positions_leaves():
    table = FeatureTable(labels=3, positions=5)
    assert (table.first_position, table.first_leaf) == (4, 9)


@pytest.mark.parametrize("positions", [4, 5, 250])
def test_places_within_the_table_are_themselves(positions):
    places = torch.arange(positions)
    assert torch.equal(FeatureTable(labels=0, positions=positions).position(places), places)


@given(st.integers(4, 300), st.integers(0, 5000))
def test_places_beyond_the_table_cycle_through_its_upper_half(positions, beyond):
    table = FeatureTable(labels=0, positions=positions)
    upper = positions // 2
    row, following = table.position(torch.tensor([positions + beyond, positions + beyond + 1])).tolist()
    assert upper <= row < positions
    assert following == (row + 1 if row + 1 < positions else upper)
    assert row == int(table.position(torch.tensor(positions + beyond + (positions - upper))))
    assert int(table.position(torch.tensor(positions))) == upper


# -- rows and edges -----------------------------------------------------------------------------------


def levels_of(tree: Tree) -> list[tuple[int, Tree | Leaf]]:
    """Every node, with how many levels below the chain it is."""
    chain = rightmost_chain(tree)
    found: list[tuple[int, Tree | Leaf]] = []

    def walk(node: Tree | Leaf, depth: int) -> None:
        found.append((depth, node))
        if isinstance(node, Tree):
            for child in node.children:
                walk(child, 0 if any(child is other for other in chain) else depth + 1)

    walk(tree, 0)
    return found


@settings(deadline=None, max_examples=60)
@given(runs(max_words=12), st.integers(1, 4))
def test_rows_are_the_nodes_within_each_level(actions, levels):
    words = range(1, len(actions) + 1)
    near = Neighbourhood.of(
        all_states(actions, [3 * word for word in words]), levels=levels, table=TABLE, dtype=torch.float64
    )
    trees = [run(actions[:word], [leaf(n) for n in range(word)]).tree for word in words]
    depths = [depth for tree in trees for depth, _ in levels_of(tree)]
    assert near.rows == [sum(depth <= level for depth in depths) for level in range(levels)]
    assert near.chain_length.tolist() == [len(rightmost_chain(tree)) for tree in trees]
    assert sum(near.chain_length.tolist()) == near.rows[0]
    assert len(near.offsets) == len(near.own_features) == near.rows[-1]
    assert len(near.sources) == len(near.weights) == near.edges[-1]
    ends = [*near.offsets.tolist()[1:], len(near.sources)]
    for level, (rows, edges) in enumerate(zip(near.rows, near.edges)):
        assert ends[rows - 1] == edges
        reached = near.sources[:edges]
        limit = near.rows[level + 1] if level + 1 < levels else sum(depth <= levels for depth in depths)
        assert int(reached.max()) < limit, "what a level's rows gather lies at most one level deeper"


@settings(deadline=None, max_examples=60)
@given(runs(max_words=12))
def test_weights_are_those_of_the_whole_tree(actions):
    """Every chain node: its own weight 1/d, and 1/sqrt(d d') of each neighbour, d with the self-loop counted."""
    near = Neighbourhood.of(all_states(actions, [3 * len(actions)]), levels=1, table=TABLE, dtype=torch.float64)
    tree = run(actions, [leaf(n) for n in range(len(actions))]).tree
    chain = rightmost_chain(tree)

    def degree(node: Tree | Leaf, *, root: bool) -> int:
        return 1 + (not root) + (len(node.children) if isinstance(node, Tree) else 0)

    ends = [*near.offsets.tolist()[1:], len(near.sources)]
    for row, (start, end) in enumerate(zip(near.offsets.tolist(), ends)):
        node = chain[row]
        own = degree(node, root=row == 0)
        others = [degree(child, root=False) for child in node.children]
        others += [degree(chain[row - 1], root=row == 1)] if row else []
        expected = sorted([1 / own, *((own * other) ** -0.5 for other in others)])
        found = sorted(
            weight for weight in near.weights[start:end].tolist() if weight
        )  # a root has empty edges to itself
        assert found == pytest.approx(expected)


@settings(deadline=None, max_examples=60)
@given(runs(max_words=12))
def test_inputs_of_chain_nodes_are_their_label_and_both_end_positions(actions):
    near = Neighbourhood.of(all_states(actions, [3 * len(actions)]), levels=1, table=TABLE, dtype=torch.float64)
    chain = rightmost_chain(run(actions, [leaf(n) for n in range(len(actions))]).tree)
    position = [TABLE.first_position + int(TABLE.position(torch.tensor(n))) for n in range(len(actions))]
    for row, node in enumerate(chain):
        left, right = int(node.leaves[0].word[1:]), int(node.leaves[-1].word[1:])
        assert near.own_features[row].tolist() == [
            VOCABULARY.label_number(node.label),
            position[left],
            position[right],
        ]
        assert near.own_feature_weights[row].tolist() == [1, 0.5, 0.5]


def test_a_leaf_is_its_word_and_the_dummy_is_row_0():
    states = all_states([attach(0, "NP"), attach(0, None)], [0, 6])
    near = Neighbourhood.of(states, levels=1, table=TABLE, dtype=torch.float64)
    assert near.own_features[0].tolist() == [0, 0, 0]
    assert near.own_feature_weights[0].tolist() == [1, 0, 0]
    leaves = near.source_features[near.source_features[:, 0] >= TABLE.first_leaf]
    assert sorted(leaves[:, 0].tolist()) == [TABLE.first_leaf, TABLE.first_leaf + 1]
