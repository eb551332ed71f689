"""Wh-phrases as the Penn Treebank has them. Some parsers, and the trees of GUM, often label them as plain phrases."""

from __future__ import annotations

from rightmost.trees.tree import Leaf, Tree, as_tree, same_leaf

WH_TAGS = frozenset({"WP", "WP$", "WDT", "WRB"})
WH_LABELS = {"NP": "WHNP", "ADVP": "WHADVP", "ADJP": "WHADJP", "PP": "WHPP"}
CLAUSES = frozenset({"SBAR", "SBARQ"})  # which a wh-phrase begins
BE = frozenset({"is", "'s", "are", "'re", "was", "were", "am", "'m", "’s", "’re"})


def with_wh_phrases(tree: Tree) -> Tree:
    """The tree with WHNP, WHADVP, WHADJP and WHPP for wh-phrases that begin a clause, and no VP over the `is` of
    `What is that?`.

    >>> str(with_wh_phrases(Tree.from_string("(SBARQ (NP (WP Who)) (SQ (VP (VBZ is) (NP (DT the) (NN king)))) (. ?))")))
    '(SBARQ (WHNP (WP Who)) (SQ (VBZ is) (NP (DT the) (NN king))) (. ?))'
    >>> str(with_wh_phrases(Tree.from_string("(SBAR (PP (IN in) (NP (WDT which))) (S (VP (VBP swim))))")))
    '(SBAR (WHPP (IN in) (WHNP (WDT which))) (S (VP (VBP swim))))'
    """
    return as_tree(tree.fold(same_leaf, _clause))


def _clause(label: str, children: list[Tree | Leaf]) -> Tree | Leaf:
    if label not in CLAUSES or not isinstance(children[0], Tree):
        return Tree(label, children)
    first, rest = _wh_phrase(children[0]), children[1:]
    if label == "SBARQ" and first.label.startswith("WH"):
        rest = [_copular(child) for child in rest]
    return Tree(label, [first, *rest])


def _wh_phrase(tree: Tree) -> Tree:
    """A phrase that begins with a wh-word, or with a preposition and one, under the label of its kind."""
    if tree.label not in WH_LABELS:
        return tree
    place = 1 if tree.label == "PP" else 0  # of what holds the wh-word
    if len(tree.children) <= place:
        return tree
    child = tree.children[place]
    inner = _wh_phrase(child) if isinstance(child, Tree) else child
    if (inner.tag if isinstance(inner, Leaf) else inner.label) not in WH_TAGS | set(WH_LABELS.values()):
        return tree
    return Tree(WH_LABELS[tree.label], [*tree.children[:place], inner, *tree.children[place + 1 :]])


def _copular(child: Tree | Leaf) -> Tree | Leaf:
    """`(SQ (VP (VBZ is) (NP ...)))`, whose predicate is the wh-phrase before it, without the VP."""
    if isinstance(child, Leaf) or child.label != "SQ":
        return child
    match child.children[0]:
        case Tree(label="VP", children=(Leaf(word=verb), Tree(label="NP"), *_)) as phrase if verb.lower() in BE:
            return Tree("SQ", [*phrase.children, *child.children[1:]])
    return child
