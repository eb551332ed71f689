"""Wh-phrases as the Penn Treebank has them. Some parsers, and the trees of GUM, often label them as plain phrases."""

from __future__ import annotations

from rightmost.trees.tree import Leaf, Tree, as_tree, category

WH_TAGS = frozenset({"WP", "WP$", "WDT", "WRB"})
WH_LABELS = {"NP": "WHNP", "ADVP": "WHADVP", "ADJP": "WHADJP", "PP": "WHPP"}
CLAUSES = frozenset({"SBAR", "SBARQ"})  # which a wh-phrase begins
COORDINATORS = frozenset({"CC", "CONJP"})
COORDINATED = COORDINATORS | {"VP"}  # a clause before one of these; before an S it need not be
BE = frozenset({"is", "'s", "are", "'re", "was", "were", "am", "'m", "’s", "’re", "’m", "ai"})
AUXILIARIES = BE | {"d'", "d’", "'ve", "’ve", "'d", "’d"}
SUBJECTS = frozenset({"i", "he", "she", "we", "they"})  # pronouns that are no objects


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
    return tree.rebuilt(_clause)


def _clause(label: str, children: list[Tree | Leaf]) -> Tree | Leaf:
    if label not in CLAUSES or not isinstance(children[0], Tree):
        return Tree(label, children)
    first, rest = _wh_phrase(children[0]), children[1:]
    if label == "SBARQ" and first.label.startswith("WH"):
        for place in _asking(rest):
            rest[place] = _question(as_tree(rest[place]), of_subject=first.label == "WHNP")
    return Tree(label, [first, *rest])


def _wh_phrase(tree: Tree) -> Tree:
    """A phrase that begins with a wh-word, or with a preposition and one, under the label of its kind; so with those in
    it that do."""
    path: list[tuple[Tree, int]] = []  # phrases, and the places in them of what holds the wh-word
    node: Tree | Leaf = tree
    while isinstance(node, Tree) and node.label in WH_LABELS:
        place = 1 if node.label == "PP" else 0
        if len(node.children) <= place:
            return tree
        path.append((node, place))
        node = node.children[place]
    if category(node) not in WH_TAGS | set(WH_LABELS.values()):
        return tree
    for phrase, place in reversed(path):
        node = Tree(WH_LABELS[phrase.label], [*phrase.children[:place], node, *phrase.children[place + 1 :]])
    return as_tree(node)


def _asking(children: list[Tree | Leaf]) -> list[int]:
    """The places of the clauses that ask: every SQ; if there is none, the first S or VP, unless it is coordinated."""
    labels = {place: child.label for place, child in enumerate(children) if isinstance(child, Tree)}
    questions = [place for place, label in labels.items() if label == "SQ"]
    clauses = [place for place, label in labels.items() if label in {"S", "VP"}]
    if questions or not clauses:
        return questions
    first = clauses[0]
    return [first] if COORDINATED.isdisjoint(map(category, children[first + 1 :])) else []


def _question(clause: Tree, *, of_subject: bool) -> Tree:
    """The clause behind a wh-phrase, under SQ. If the phrase is its subject, all of it is a VP."""
    inside: list[Tree | Leaf] = [clause] if clause.label == "VP" else list(clause.children)
    match inside:
        case [Tree(label="VP", children=(Leaf(word=verb), _, *_)) as phrase, *rest] if verb.lower() in BE:
            behind = phrase.children[1:]
            is_alone = COORDINATED.isdisjoint(map(category, rest)) and COORDINATORS.isdisjoint(map(category, behind))
            if is_alone and category(behind[0]) == "NP":  # the wh-phrase is the predicate
                inside = [*phrase.children, *rest]
        case [Leaf(word=verb, tag=tag), *behind] if of_subject and tag.startswith("VB"):
            if verb.lower() not in AUXILIARIES and not _is_inverted(tag, behind):
                inside = [Tree("VP", inside)]
    return Tree("SQ", inside)


def _is_inverted(tag: str, behind: list[Tree | Leaf]) -> bool:
    """Whether a verb with that tag has its subject behind it: before a VP, or a pronoun, as in `What say you?`."""
    kinds = list(map(category, behind))
    if "VP" in kinds:
        return not {"NP", "S", "SBAR"}.isdisjoint(kinds[: kinds.index("VP")])
    pronouns = SUBJECTS if tag in {"VBZ", "VBD"} else SUBJECTS | {"you"}
    match behind:
        case [Tree(label="NP") as subject, *_] | [Leaf(word="n't" | "n’t"), Tree(label="NP") as subject, *_]:
            return " ".join(subject.words).lower() in pronouns
    return False
