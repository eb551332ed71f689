"""Inverted clauses as the Penn Treebank has them: SINV, and PRN over one that interrupts what somebody says.

Parsers that learned from small treebanks are not of one mind about them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from rightmost.trees.tree import Leaf, Tree, category, first_word

CLAUSES = frozenset({"S", "SINV", "SQ"})
CONDITIONED = frozenset({"S", "SINV", "VP"})
SUBJECTS = frozenset({"NP", "S", "SBAR"})
WH_PHRASES = frozenset({"WHNP", "WHADVP", "WHADJP", "WHPP"})
MARKS = frozenset({",", ":", "``", "''"})
CONDITIONAL = frozenset({"had", "were", "should"})
NOR = frozenset({"nor", "neither"})
SAME = NOR | {"so"}
THUS = frozenset({"thus", "such"})
FINITE = frozenset({"MD", "VBD", "VBP", "VBZ"})
_AUXILIARIES = "am are can could did do does had has have is may might must should was were will would"
AUXILIARIES = frozenset(_AUXILIARIES.split())
#: Words that put a verb before its subject, with no question.
NEGATIVE = NOR | {"never", "seldom", "rarely", "hardly", "scarcely", "barely", "nowhere", "little", "only"}


def with_inversions(tree: Tree) -> Tree:
    """The tree with PRN and SINV over a speaker named between two parts of a speech, SINV behind a negative word and in
    `so do I`, SBAR and SINV over a condition without `if`, and S where nothing is inverted.

    >>> speech = "(SINV (`` “) (INTJ (UH Ah)) (, ,) ('' ”) (VP (VBD said)) (NP (PRP he)) (, ,) (`` “) (S (VP (VB go))))"
    >>> str(with_inversions(Tree.from_string(speech)))
    "(S (`` “) (INTJ (UH Ah)) (, ,) ('' ”) (PRN (SINV (VP (VBD said)) (NP (PRP he)))) (, ,) (`` “) (S (VP (VB go))))"
    >>> str(with_inversions(Tree.from_string("(SQ (ADVP (RB Never)) (VBD did) (NP (PRP he)) (VP (VB smile)))")))
    '(SINV (ADVP (RB Never)) (VBD did) (NP (PRP he)) (VP (VB smile)))'
    >>> str(with_inversions(Tree.from_string("(S (ADVP (RB So)) (VP (VBP do) (NP (PRP I))) (. .))")))
    '(SINV (ADVP (RB So)) (VP (VBP do)) (NP (PRP I)) (. .))'
    >>> condition = "(S (SQ (VBD Had) (NP (PRP he)) (VP (VBN known))) (, ,) (NP (PRP he)) (VP (VBD went)))"
    >>> str(with_inversions(Tree.from_string(condition)))
    '(S (SBAR (SINV (VBD Had) (NP (PRP he)) (VP (VBN known)))) (, ,) (NP (PRP he)) (VP (VBD went)))'
    >>> str(with_inversions(Tree.from_string("(SINV (INTJ (UH No)) (, ,) (NP (PRP he)) (VP (VBD said)))")))
    '(S (INTJ (UH No)) (, ,) (NP (PRP he)) (VP (VBD said)))'
    """
    return tree.rebuilt(_clause)


def _clause(label: str, children: list[Tree | Leaf]) -> Tree | Leaf:
    for place, (before, child) in enumerate(pairwise(children), start=1):
        if isinstance(child, Tree) and child.label == "SQ" and first_word(before).lower() in NOR:
            children[place] = Tree("SINV", child.children)
    if label == "SQ" and _begins_with_negative(children) and not any(map(_is_question_mark, children)):
        label = "SINV"
    if label in {"S", "SINV"} and (inverted := _with_subject_behind(children)):
        label, children = "SINV", inverted
    if label == "SINV" and _is_in_plain_order(children):
        label = "S"
    if label in CONDITIONED and len(set(map(category, children)) - MARKS - {"."}) > 1 and not _asks(children):
        children = [
            Tree("SBAR", [Tree("SINV", child.children)]) if isinstance(child, Tree) and _is_condition(child) else child
            for child in children
        ]
    return _with_speaker_asides(label, children) if label in CLAUSES else Tree(label, children)


def _with_subject_behind(children: list[Tree | Leaf]) -> list[Tree | Leaf]:
    """The children of `so do I` or `thus ended the war` with the verb apart from its subject; none if they are not."""
    place = next((place for place, child in enumerate(children) if category(child) == "VP"), 0)
    if not place or any(isinstance(child, Tree) for child in children[: place - 1] + children[place + 1 :]):
        return []
    match children[place]:
        case Tree(label="VP", children=(Leaf(word=word, tag=tag) as verb, Tree(label="NP") as subject)):
            before, first = category(children[place - 1]), _only_word(children[place - 1])
            is_same = first in SAME and before != "NP" and word.lower() in AUXILIARIES  # not `Neither is mine`
            if tag in FINITE and (is_same or first in THUS):
                return [*children[:place], Tree("VP", [verb]), subject, *children[place + 1 :]]
    return []


def _begins_with_negative(children: list[Tree | Leaf]) -> bool:
    first = next((child for child in children if category(child) not in MARKS), None)
    return first is not None and first_word(first).lower() in NEGATIVE


def _is_in_plain_order(children: list[Tree | Leaf]) -> bool:
    """Whether its one verb phrase follows a subject, and none follows it."""
    kinds = [kind for child in children if (kind := category(child)) not in MARKS and kind != "ADVP"]
    match [place for place, kind in enumerate(kinds) if kind == "MD" or kind.startswith(("VB", "VP"))]:
        case [place]:
            before, behind = kinds[:place], kinds[place + 1 :]
            return kinds[place] == "VP" and before[-1:] == ["NP"] and SUBJECTS.isdisjoint(behind)
    return False


def _is_condition(clause: Tree) -> bool:
    return (
        clause.label == "SQ"
        and isinstance(clause.children[0], Leaf)
        and first_word(clause).lower() in CONDITIONAL
        and not _asks(clause.children)
    )


def _asks(children: Sequence[Tree | Leaf]) -> bool:
    """Whether they are a question, or several clauses joined, of which one may be."""
    return any(category(child) == "CC" or _is_question_mark(child) for child in children)


def _is_question_mark(node: Tree | Leaf) -> bool:
    return isinstance(node, Leaf) and node.word == "?"


def _only_word(node: Tree | Leaf) -> str:
    """The word that is all of it, or else nothing."""
    while isinstance(node, Tree):
        if len(node.children) > 1:
            return ""
        node = node.children[0]
    return node.word.lower()


def _with_speaker_asides(label: str, children: list[Tree | Leaf]) -> Tree:
    """The clause with each `said he` apart behind which a speech goes on. It is named for the speech then."""
    while aside := _speaker_aside(children):
        start, end = aside
        children = [*children[:start], Tree("PRN", [Tree("SINV", children[start:end])]), *children[end:]]
        kinds = set(map(category, children))
        is_wh_question = "SQ" in kinds and not WH_PHRASES.isdisjoint(kinds)
        label = "SBARQ" if is_wh_question else "S" if label == "SINV" else label
    return Tree(label, children)


def _speaker_aside(children: list[Tree | Leaf]) -> tuple[int, int] | None:
    """Where the first `said he` begins and ends behind which a speech goes on."""
    start = _speaker(children)
    reopened = next((place for place in range(start, len(children)) if category(children[place]) == "``"), 0)
    goes_on = any(isinstance(child, Tree) for child in children[reopened:])
    if not start or not reopened or not goes_on or any(map(_ends_sentence, children[start:reopened])):
        return None
    end = reopened
    while category(children[end - 1]) in MARKS:
        end -= 1
    return start, end


def _ends_sentence(node: Tree | Leaf) -> bool:
    return isinstance(node, Leaf) and (node.tag == "." or node.word == ";")


def _speaker(children: list[Tree | Leaf]) -> int:
    """The place of a verb alone between a closing quotation mark and a subject; 0 if there is none."""
    for place in range(1, len(children) - 1):
        match children[place - 1 : place + 2]:
            case Leaf(tag="''"), Tree(label="VP", children=(Leaf(tag=tag),)), Tree(label="NP") if tag.startswith("VB"):
                return place
    return 0
