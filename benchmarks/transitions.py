"""Oracle and replay take time linear in the tree: microseconds a word, from 10 to 10,000 words, in three shapes.

python benchmarks/transitions.py
"""

from __future__ import annotations

from collections.abc import Callable

from clock import best_of
from rightmost.transitions.attach_juxtapose import replay
from rightmost.transitions.in_order import in_order_oracle
from rightmost.transitions.oracle import oracle
from rightmost.trees.tree import Leaf, Tree

LEAF = Leaf("word", "NN")


def shaped(shape: str, words: int) -> Tree:
    """A tree over `words` words that is flat, right-branching or left-branching."""
    if shape == "flat":
        return Tree("S", [LEAF] * words)
    tree = Tree("S", [LEAF])
    for _ in range(words - 1):
        tree = Tree("S", [LEAF, tree] if shape == "right-branching" else [tree, LEAF])
    return tree


def microseconds_a_word(tree: Tree, words: int) -> list[float]:
    """Of the oracle, of replaying it, and of the in-order oracle."""
    copies = max(1, 20_000 // words)
    actions, leaves = oracle(tree), tree.leaves
    work: list[Callable[[], object]] = [
        lambda: oracle(tree),
        lambda: replay(actions, leaves),
        lambda: in_order_oracle(tree),
    ]
    return [1e6 * best_of(3, lambda each=each: [each() for _ in range(copies)]) / copies / words for each in work]  # type: ignore[misc]


def main() -> None:
    print(f"{'microseconds a word':<20}{'words':>7}{'oracle':>9}{'replay':>9}{'in-order':>10}")
    for shape in ("flat", "right-branching", "left-branching"):
        for words in (10, 100, 1_000, 10_000):
            oracles, replays, in_order = microseconds_a_word(shaped(shape, words), words)
            print(f"{shape:<20}{words:>7}{oracles:>9.2f}{replays:>9.2f}{in_order:>10.2f}")


if __name__ == "__main__":
    main()
