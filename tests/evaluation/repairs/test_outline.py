"""Outlines of trees: what is looked up is what a search would find."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given, settings

from evaluation.repairs.cases import chains, pairs
from rightmost.evaluation.bracketed_sentence import sentence_of
from rightmost.evaluation.parameters import COLLINS
from rightmost.evaluation.repairs.balance import Balance
from rightmost.evaluation.repairs.outline import Outline, outline_of, outlines
from rightmost.evaluation.repairs.repair_node import RepairNode, compared_brackets, node_of
from rightmost.trees.tree import Span, Tree


def posed(pair: tuple[Tree, Tree]) -> tuple[RepairNode, Balance] | None:
    gold, predicted = (sentence_of(tree, COLLINS) for tree in pair)
    if not predicted.words:
        return None
    return node_of(predicted), Balance(compared_brackets(gold), compared_brackets(predicted))


def cuts(node: RepairNode) -> set[int]:
    """Where its children end."""
    return {child.right for child in node.children}


@settings(deadline=None)
@given(pairs())
def test_what_fits_where(pair: tuple[Tree, Tree]) -> None:
    found = posed(pair)
    if found is None:
        return
    root, balance = found
    outline = outline_of(root, balance)
    nodes = [root, *root.nodes()]
    assert outline.nodes == nodes
    for left, right in combinations(range(root.right + 1), 2):
        crossed = any(node.left < left < node.right < right or left < node.left < right < node.right for node in nodes)
        assert outline.fits(left, right) != crossed
        around = [
            number
            for number, node in enumerate(nodes)
            if left in {node.left, *cuts(node)} and right in cuts(node) and (left, right) != (node.left, node.right)
        ]
        assert around == ([] if outline.fit(left, right) is None else [outline.fit(left, right)])
        for number in around:
            between = [end for end in cuts(nodes[number]) if left < end <= right]
            before = outline.before[left] if left > outline.left[number] else 0
            assert outline.number_before(number, right) - before == len(between)


@settings(deadline=None)
@given(chains())
def test_what_can_grow(pair: tuple[Tree, Tree]) -> None:
    found = posed(pair)
    assert found is not None
    root, balance = found
    outline = outline_of(root, balance)
    nodes = [root, *root.nodes()]
    for left, right in combinations(range(root.right + 1), 2):
        growing = {
            node.right
            for node in nodes
            if node.left == left
            and node.right < right
            and any(node.right in cuts(other) and right in cuts(other) for other in nodes)
        }
        end = outline.growing(left, right)
        assert growing <= {end}
        assert not growing or end is not None


@settings(deadline=None)
@given(chains())
def test_chains_and_what_can_be_resized_in_them(pair: tuple[Tree, Tree]) -> None:
    found = posed(pair)
    assert found is not None
    root, balance = found
    outline = outline_of(root, balance)

    def together(nodes: list[RepairNode]) -> bool:
        return balance.landing([(node.span, Span(-1, -1, "")) for node in nodes]) is not None

    for end, chain in enumerate(outline.chains):
        members = [outline.nodes[number] for number in chain]
        assert members == [node for node in [root, *root.nodes()] if node.right == end]
        assert [outline.depth[number] for number in chain] == list(range(len(chain)))
        assert outline.free[end] == max(size for size in range(len(chain) + 1) if together(members[:size]))
        for depth, number in enumerate(chain):
            if outline.children[number] > 1:  # where a move out begins
                ways = [outermost for outermost in range(depth + 1) if together(members[outermost : depth + 1])]
                assert outline.reach[number] == min(ways, default=None)


def mirror(node: RepairNode, words: int) -> RepairNode:
    made = RepairNode(node.label, left=words - node.right, right=words - node.left)
    made.replace(0, 0, nodes=[mirror(child, words) for child in reversed(node.children)])
    return made


def contents(outline: Outline) -> object:
    """What holds whatever the order of the nodes."""
    spans = list(zip(outline.left, outline.right))
    return (
        sorted(spans),
        [spans[number] for number in outline.cut[1:-1]],
        outline.before,
        outline.widest,
        outline.free,
        [[spans[number] for number in chain] for chain in outline.chains],
        {key: len(numbers) for key, numbers in outline.named.items()},
        dict(outline.missing),
    )


@settings(deadline=None)
@given(pairs())
def test_from_the_right_it_is_the_outline_of_the_mirrored_tree(pair: tuple[Tree, Tree]) -> None:
    found = posed(pair)
    if found is None:
        return
    root, balance = found
    words = root.right

    def mirrored(spans: list[Span]) -> list[Span]:
        return [Span(words - right, words - left, label) for left, right, label in spans]

    gold = compared_brackets(sentence_of(pair[0], COLLINS))
    other = Balance(mirrored(gold), mirrored([node.span for node in root.nodes()]))
    assert contents(outlines(root, balance)[1]) == contents(outline_of(mirror(root, words), other))


@settings(deadline=None)
@given(chains())
def test_a_node_that_ends_elsewhere(pair: tuple[Tree, Tree]) -> None:
    found = posed(pair)
    assert found is not None
    root, balance = found
    one, other = outlines(root, balance)
    for node in root.nodes():
        assert one.ending(node, root.right) == Span(node.left, root.right, node.label)
        assert other.ending(node, root.right) == Span(0, node.right, node.label)
