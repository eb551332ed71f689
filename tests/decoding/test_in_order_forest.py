from __future__ import annotations

import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from decoding.building import tree_of
from model.growing import VOCABULARY, Tables, chain_of_state, leaf, tree_of_state
from model.networks import TREES, network
from rightmost.decoding.in_order_forest import InOrderForest, greedy_in_order
from rightmost.model.in_order_decoder import REDUCE, SHIFT
from rightmost.model.states import States
from rightmost.transitions import in_order
from rightmost.transitions.in_order import InOrderAction, phi, project
from rightmost.trees.tree import Leaf, Tree
from rightmost.trees.unary import collapse, expand

LABELS = len(VOCABULARY.labels)


def named(number: int) -> InOrderAction:
    if number in (SHIFT, REDUCE):
        return in_order.SHIFT if number == SHIFT else in_order.REDUCE
    return project(VOCABULARY.label(number - 1))


def has_unary_chain(tree: Tree) -> bool:
    return any(len(node.children) == 1 and isinstance(node.children[0], Tree) for node in tree.nodes())


@settings(deadline=None, max_examples=80)
@given(st.integers(1, 9), st.data())
def test_whatever_is_allowed_leads_to_a_tree(words, data):
    """Against the stack machine: the same trees, the same open index; and the end comes within 5 actions a word."""
    forest = InOrderForest(torch.tensor([0]), torch.tensor([words]))
    stack = ()
    for _ in range(5 * words):
        allowed = forest.allowed(LABELS)[0].nonzero()[:, 0].tolist()
        assert allowed, "never stuck"
        number = data.draw(st.sampled_from(allowed))
        shifted = leaf(int(forest.word)) if number == SHIFT else None
        forest.apply(torch.tensor([number]))
        stack = in_order.apply(stack, named(number), shifted)  # raises where it is not legal
        tree, index = phi(stack)
        states = forest.states(9)
        assert tree_of_state(states, 0) == tree
        assert int(forest.open) == index
        assert_open_node(forest, states, index)
        if forest.done.all():
            break
    assert forest.done.all()
    (tree,) = stack
    assert not has_unary_chain(tree)
    assert list(tree.leaves) == [leaf(number) for number in range(words)]
    rebuilt = tree_of(forest.actions[0, :words].numpy(), [leaf(n) for n in range(words)], VOCABULARY)
    assert rebuilt == expand(tree)


def assert_open_node(forest: InOrderForest, states: States, index: int) -> None:
    """Among the chain's nodes in the order of slots, the open one is the index-th down from the root."""
    nodes = Tables.of(states.nodes)
    chain = nodes.on_chain[0].nonzero()[:, 0].tolist()
    if index < 0:
        assert int(forest.open_node) == -1
        return
    slot = chain[int(forest.open_node)]
    depth, above = 0, int(nodes.parent[0, slot])
    while above >= 0:
        depth, above = depth + 1, int(nodes.parent[0, above])
    assert depth == index
    assert all(chain_of_state(states, 0))


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 10_000), st.lists(st.integers(1, 8), min_size=1, max_size=4))
def test_random_networks_always_come_to_an_end(seed, lengths):
    """With well-formed trees over the words, and no unary chains but those inside collapsed labels."""
    made = network(seed=seed, decoder="in-order", vocabulary=VOCABULARY)
    words = torch.randn(sum(lengths), made.config.width, generator=torch.Generator().manual_seed(seed))
    with torch.no_grad():
        actions = greedy_in_order(made.decoder, words, made.encoder.position_table, lengths=lengths).actions
    assert actions.shape == (sum(lengths), 3)
    for part, length in zip(actions.split(lengths), lengths):
        tree = tree_of(part.numpy(), [leaf(number) for number in range(length)], VOCABULARY)
        assert list(tree.leaves) == [leaf(number) for number in range(length)]
        labels = {node.label for node in collapse(tree).nodes()}
        assert labels <= set(VOCABULARY.labels)


@settings(deadline=None, max_examples=10)
@given(st.integers(0, 10_000))
def test_batched_is_one_at_a_time(seed):
    made = network(seed=seed, decoder="in-order").double()
    lengths = [len(tree.words) for tree in TREES]
    generator = torch.Generator().manual_seed(seed)
    words = torch.randn(sum(lengths), made.config.width, generator=generator, dtype=torch.float64)
    positions = made.encoder.position_table
    with torch.no_grad():
        together = greedy_in_order(made.decoder, words, positions, lengths=lengths).actions
        alone = [
            greedy_in_order(made.decoder, part, positions, lengths=[length]).actions
            for part, length in zip(words.split(lengths), lengths)
        ]
    assert torch.equal(together, torch.cat(alone))


def test_a_finished_sentence_stays_as_it_is():
    forest = InOrderForest(torch.tensor([0, 1]), torch.tensor([1, 2]))
    for actions in ([SHIFT, SHIFT], [2, 2], [REDUCE, REDUCE]):
        forest.apply(torch.tensor(actions))
    assert forest.done.tolist() == [True, False]
    assert not forest.allowed(LABELS)[0].any()
    for action in (3, SHIFT, REDUCE):
        forest.apply(torch.tensor([SHIFT, action]))
    assert tree_of_state(forest.states(9), 0) == Tree(VOCABULARY.label(1), [Leaf("w0", "NN")])
    assert forest.done.all()
