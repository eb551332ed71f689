"""Wh-phrases as the Penn Treebank has them. Some parsers, and the trees of GUM, often label them as plain phrases."""

from __future__ import annotations

from rightmost.trees.tree import Leaf, Tree, as_tree, same_leaf

WH_TAGS = frozenset({"WP", "WP$", "WDT", "WRB"})
WH_LABELS = {"NP": "WHNP", "ADVP": "WHADVP", "ADJP": "WHADJP", "PP": "WHPP"}
CLAUSES = frozenset({"SBAR", "SBARQ"})  # which a wh-phrase begins
COORDINATED = frozenset({"CC", "CONJP", "VP"})  # a clause before one of these; before an S it need not be
BE = frozenset({"is", "'s", "are", "'re", "was", "were", "am", "'m", "’s", "’re"})
AUXILIARIES = BE | {"do", "does", "did", "has", "have", "had", "'ve", "’ve", "'d", "’d", "need", "dare"}


def with_wh_phrases(tree: Tree) -> Tree:
    """The tree with WHNP, WHADVP, WHADJP and WHPP for wh-phrases that begin a clause, and SQ for a question behind one:
    `What is that?` with no VP over `is`, `Who sees that?` with one over `sees`.

    >>> str(with_wh_phrases(Tree.from_string("(SBARQ (NP (WP Who)) (SQ (VP (VBZ is) (NP (DT the) (NN king)))) (. ?))")))
    '(SBARQ (WHNP (WP Who)) (SQ (VBZ is) (NP (DT the) (NN king))) (. ?))'
    >>> str(with_wh_phrases(Tree.from_string("(SBARQ (WHNP (WP Who)) (VP (VBZ sees) (NP (DT that))) (. ?))")))
    '(SBARQ (WHNP (WP Who)) (SQ (VP (VBZ sees) (NP (DT that)))) (. ?))'
    >>> str(with_wh_phrases(Tree.from_string("(SBAR (PP (IN in) (NP (WDT which))) (S (VP (VBP swim))))")))
    '(SBAR (WHPP (IN in) (WHNP (WDT which))) (S (VP (VBP swim))))'
    """
    return as_tree(tree.fold(same_leaf, _clause))


def _clause(label: str, children: list[Tree | Leaf]) -> Tree | Leaf:
    if label not in CLAUSES or not isinstance(children[0], Tree):
        return Tree(label, children)
    first, rest = _wh_phrase(children[0]), children[1:]
    if label == "SBARQ" and first.label.startswith("WH"):
        for place in _asking(rest):
            rest[place] = _question(as_tree(rest[place]), of_subject=first.label == "WHNP")
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
    if _name(inner) not in WH_TAGS | set(WH_LABELS.values()):
        return tree
    return Tree(WH_LABELS[tree.label], [*tree.children[:place], inner, *tree.children[place + 1 :]])


def _name(child: Tree | Leaf) -> str:
    return child.tag if isinstance(child, Leaf) else child.label


def _asking(children: list[Tree | Leaf]) -> list[int]:
    """The places of the clauses that ask: every SQ; if there is none, the first S or VP, unless it is coordinated."""
    labels = {place: child.label for place, child in enumerate(children) if isinstance(child, Tree)}
    questions = [place for place, label in labels.items() if label == "SQ"]
    clauses = [place for place, label in labels.items() if label in {"S", "VP"}]
    if questions or not clauses:
        return questions
    first = clauses[0]
    return [first] if COORDINATED.isdisjoint(map(_name, children[first + 1 :])) else []


def _question(clause: Tree, *, of_subject: bool) -> Tree:
    """The clause behind a wh-phrase, under SQ. If the phrase is its subject, all of it is a VP."""
    inside: list[Tree | Leaf] = [clause] if clause.label == "VP" else list(clause.children)
    match inside[0]:
        case Tree(label="VP", children=(Leaf(word=verb), Tree(label="NP"), *_)) as phrase if verb.lower() in BE:
            inside = [*phrase.children, *inside[1:]]  # whose predicate is the wh-phrase
        case Leaf(word=verb, tag=tag) if of_subject and tag.startswith("VB") and verb.lower() not in AUXILIARIES:
            inside = [Tree("VP", inside)]
    return Tree("SQ", inside)
