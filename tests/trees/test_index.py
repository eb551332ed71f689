from __future__ import annotations

from hypothesis import given

from rightmost.trees.index import NONE, TreeIndex
from rightmost.trees.tree import Tree
from strategies import ARTHUR, trees


def test_the_running_example():
    index = TreeIndex(Tree.from_string(ARTHUR))
    assert index.labels[:9] == ["S", "NP", "NNP", "Arthur", "VP", "VBZ", "is", "NP", "NP"]
    assert index.parent[:9] == [NONE, 0, 1, 2, 0, 4, 5, 4, 7]
    assert index.end[:5] == [19, 4, 4, 4, 19]
    assert (index.left[4], index.right[4]) == (1, 6)
    assert [index.labels[word] for word in index.words] == ["Arthur", "is", "King", "of", "the", "Britons"]
    assert len(index) == 19


@given(trees())
def test_every_array_says_the_same_of_the_tree(tree):
    index = TreeIndex(tree)
    nodes = range(len(index))
    assert len(index) == len(list(tree.nodes())) + 2 * len(tree.words)
    for node in nodes:
        children = [child for child in nodes if index.parent[child] == node]
        assert list(index.children(node)) == children
        assert (index.first[node], index.last[node]) == ((children[0], children[-1]) if children else (NONE, NONE))
        for one, other in zip([NONE, *children], [*children, NONE]):
            assert one == NONE or index.next[one] == other
            assert other == NONE or index.previous[other] == one
        below = [other for other in nodes if node in index.ancestors(other)]
        assert below == list(range(node + 1, index.end[node]))
        assert index.depth[node] == len(list(index.ancestors(node)))
        assert index.is_word(node) == (not children)
        assert index.is_tag(node) == (len(children) == 1 and index.is_word(children[0]))
        assert index.right[node] - index.left[node] == sum(index.is_word(other) for other in [node, *below])
    for place in range(len(tree.words) + 1):
        assert list(index.starting_at(place)) == [node for node in nodes if index.left[node] == place]
        assert index.ending_at(place) == [node for node in nodes if index.right[node] == place]


@given(trees())
def test_phrases_have_the_spans_of_the_tree(tree):
    index = TreeIndex(tree)
    phrases = [node for node in range(len(index)) if not (index.is_word(node) or index.is_tag(node))]
    assert [(index.left[node], index.right[node], index.labels[node]) for node in phrases] == [
        tuple(span) for span, node in zip(tree.spans(), tree.nodes())
    ]


def test_an_array_is_made_once():
    index = TreeIndex(Tree.from_string(ARTHUR))
    made = []

    def zeros(index: TreeIndex) -> list[int]:
        made.append(index)
        return [0] * len(index)

    assert index.array(zeros) is index.array(zeros)
    assert made == [index]


def test_depth_is_no_limit():
    size = 50_000
    index = TreeIndex(Tree.from_string("(A " * size + "(T w)" + ")" * size))
    assert (index.depth[-1], index.end[0], index.last[0]) == (size + 1, size + 2, 1)
