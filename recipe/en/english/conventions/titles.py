"""Titles without a name, as in `King of the Britons`: common nouns, where treebanks often go by the capital."""

from __future__ import annotations

from rightmost.trees.tree import Leaf, Tree

_TITLES = """
abbot ambassador archbishop baron bishop captain chair chairman chancellor chief commander count countess dean deputy
director duchess duke earl emperor empress governor head judge king leader lord marquess master mayor member minister
pope president prince princess principal professor provost queen rector secretary senator sheriff speaker
superintendent treasurer viceroy
"""
TITLES = frozenset(_TITLES.split())


def with_common_titles(tree: Tree) -> Tree:
    """The tree with titles tagged as common nouns where they are a noun phrase by themselves, with `of` behind it.

    >>> str(with_common_titles(Tree.from_string("(NP (NP (NNP King)) (PP (IN of) (NP (NNPS Britons))))")))
    '(NP (NP (NN King)) (PP (IN of) (NP (NNPS Britons))))'
    """
    return tree.rebuilt(_phrase)


def _phrase(label: str, children: list[Tree | Leaf]) -> Tree | Leaf:
    phrase = Tree(label, children)
    title = title_of(phrase)
    if title is None or title.tag != "NNP":
        return phrase
    return Tree(label, [Tree("NP", [Leaf(title.word, "NN")]), *children[1:]])


def title_of(phrase: Tree) -> Leaf | None:
    """The title, if the phrase is one by itself with `of` behind it."""
    match phrase:
        case Tree(
            label="NP",
            children=(
                Tree(label="NP", children=(Leaf() as title,)),
                Tree(label="PP", children=(Leaf(word="of"), *_)),
                *_,
            ),
        ) if title.word.lower() in TITLES:
            return title
    return None
