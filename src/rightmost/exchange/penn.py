"""Trees over several lines, as the Penn Treebank's files have them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rightmost.exchange.tree_steps import pieces
from rightmost.files import written_atomically
from rightmost.trees.normalise import WRAPPERS, unwrap
from rightmost.trees.tree import Tree


def penn(tree: Tree) -> str:
    """The tree under an empty root: the words that begin a phrase stand in its line, every other child in a new one.

    >>> print(penn(Tree.from_string("(S (NP (NNP Arthur)) (VP (VBZ is) (NP (NN King))))")))
    ( (S
        (NP (NNP Arthur))
        (VP (VBZ is)
          (NP (NN King)))))
    """
    bare = unwrap(tree)
    wrapped = Tree("", bare.children if bare.label in WRAPPERS else [bare])
    lines: list[str] = []
    only_words: list[bool] = []  # of each open phrase: whether nothing else is in it so far
    for name, word, closes in pieces(wrapped):
        text = f"({name}" if word is None else f"({name} {word}){')' * closes}"
        if not only_words:
            lines.append(text)
        elif lines == ["("] or (word is not None and only_words[-1]):
            lines[-1] += f" {text}"
        else:
            lines.append("  " * len(only_words) + text)
        if word is None:
            if only_words:
                only_words[-1] = False
            only_words.append(True)
        else:
            del only_words[len(only_words) - closes :]
    return "\n".join(lines)


def write_penn(trees: Iterable[Tree], path: str | Path) -> int:
    """Writes trees so, an empty line between any two, all or nothing; returns how many."""
    count, separator = 0, ""
    with written_atomically(path) as stream:
        for tree in trees:
            stream.write(f"{separator}{penn(tree)}\n")
            count, separator = count + 1, "\n"
    return count
