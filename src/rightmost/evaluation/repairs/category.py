"""The categories of the Berkeley Parser Analyser (Kummerfeld, Hall, Curran and Klein, EMNLP 2012).

The rules and their order are its own, with these differences: a missing node and an extra one are sorted alike, also
where they stand next to a conjunction or make X over X; an NP over words is NP internal structure under any parent; a
node over conjuncts is co-ordination; and labels that its rules leave out (WHPP, SQ, RRC, NML, ...) go with their kind.
"""

from __future__ import annotations

from enum import Enum

from rightmost.evaluation.repairs.change import Edit, Kind, Relocation


class Category(Enum):
    """What kind of mistake a repair makes good, in the order of the paper's table."""

    PP_ATTACHMENT = "PP attachment"
    SINGLE_WORD_PHRASE = "single-word phrase"
    UNARY = "unary"
    NP_INTERNAL_STRUCTURE = "NP internal structure"
    DIFFERENT_LABEL = "different label"
    MODIFIER_ATTACHMENT = "modifier attachment"
    CLAUSE_ATTACHMENT = "clause attachment"
    UNSET_ADD = "unset add"
    UNSET_REMOVE = "unset remove"
    COORDINATION = "co-ordination"
    X_OVER_X_UNARY = "XoverX unary"
    NP_ATTACHMENT = "NP attachment"
    UNSET_MOVE = "unset move"
    VP_ATTACHMENT = "VP attachment"


UNSET = frozenset({Category.UNSET_ADD, Category.UNSET_REMOVE, Category.UNSET_MOVE})

_CONJUNCTION = "CC"
_PREPOSITIONAL = frozenset({"PP", "WHPP"})
_CLAUSES = frozenset({"S", "SBAR", "SBARQ", "SINV", "SQ", "RRC"})
_MODIFIERS = frozenset({"ADVP", "ADJP", "WHADVP", "WHADJP"})
_ADVERBS = frozenset({"RB", "RBR", "RBS"})
_NOMINAL = frozenset({"NP", "QP", "NX", "NAC", "NML"})
_PHRASES = (
    _PREPOSITIONAL
    | _CLAUSES
    | _MODIFIERS
    | _NOMINAL
    | {"VP", "WHNP", "CONJP", "FRAG", "INTJ", "LST", "PRN", "PRT", "UCP", "X"}
)
_PREMODIFIED = _PHRASES - {"QP", "NX", "NAC", "NML"}

#: What moved decides, the first line that has one of the movers.
_BY_MOVER = (
    (_PREPOSITIONAL, Category.PP_ATTACHMENT),
    ({"NP", "WHNP"}, Category.NP_ATTACHMENT),
    ({"VP"}, Category.VP_ATTACHMENT),
    (_CLAUSES, Category.CLAUSE_ATTACHMENT),
    (_MODIFIERS | _ADVERBS, Category.MODIFIER_ATTACHMENT),
)


def category_of(change: Edit | Relocation) -> Category:
    """The category of a repair."""
    return _of_relocation(change) if isinstance(change, Relocation) else _of_edit(change)


def _of_relocation(change: Relocation) -> Category:
    movers = change.movers
    if _CONJUNCTION in (movers[0], movers[-1]) or any(
        place.next_to(_CONJUNCTION) for place in (change.source, change.target)
    ):
        return Category.COORDINATION
    for labels, category in _BY_MOVER:
        if not labels.isdisjoint(movers):
            return category
    if change.source.parent in _NOMINAL and change.target.parent in _NOMINAL:
        return Category.NP_INTERNAL_STRUCTURE
    return Category.UNSET_MOVE


def _of_edit(change: Edit) -> Category:
    if change.over_word:
        return Category.SINGLE_WORD_PHRASE
    if change.kind is Kind.RELABEL:
        return Category.DIFFERENT_LABEL
    # A node that is the only child of another, or has only one child, makes a unary chain with it.
    chained = (*([change.place.parent] if change.place.alone else []), *(change.children if _single(change) else []))
    if chained:
        return Category.X_OVER_X_UNARY if change.label in chained else Category.UNARY
    return _of_branching(change)


def _single(change: Edit) -> bool:
    return len(change.children) == 1


def _of_branching(change: Edit) -> Category:
    """The category of a missing or extra node over several others: what it attaches to its first child."""
    later = change.children[1:]
    if change.label == "UCP" or change.place.next_to(_CONJUNCTION):
        return Category.COORDINATION
    if not _PREPOSITIONAL.isdisjoint(later):
        return Category.PP_ATTACHMENT
    if not _CLAUSES.isdisjoint(later):
        return Category.CLAUSE_ATTACHMENT
    if not _NOMINAL.isdisjoint((change.label, change.place.parent)) and _PREMODIFIED.isdisjoint(change.children):
        return Category.NP_INTERNAL_STRUCTURE
    if change.label in _MODIFIERS or not _MODIFIERS.isdisjoint(later):
        return Category.MODIFIER_ATTACHMENT
    if set(change.children) == {change.label}:
        return Category.NP_INTERNAL_STRUCTURE if change.label == "NP" else Category.COORDINATION
    if _CONJUNCTION in change.children[1:-1]:
        return Category.COORDINATION
    return Category.UNSET_ADD if change.kind is Kind.ADD else Category.UNSET_REMOVE
