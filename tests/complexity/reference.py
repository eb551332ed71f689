"""Lu's structures by hand, without patterns: plain predicates over nodes, for trees under ROOT."""

from __future__ import annotations

from rightmost.trees.node import Node

CLAUSES = ("S", "SINV", "SQ")
UNITS = ("S", "SBARQ", "SINV", "SQ")
FINITE = ("MD", "VBZ", "VBP", "VBD")


def parent(node: Node) -> str | None:
    return None if node.parent is None else node.parent.label


def head(node: Node) -> str | None:
    return None if node.head_child is None else node.head_child.label


def below(node: Node) -> list[Node]:
    return list(node.preorder())[1:]


def next_sister(node: Node) -> str | None:
    if node.parent is None:
        return None
    sisters = node.parent.children
    place = sisters.index(node) + 1
    return sisters[place].label if place < len(sisters) else None


def sisters_before(node: Node) -> list[str]:
    return [] if node.parent is None else [each.label for each in node.siblings if each.number < node.number]


def sisters_after(node: Node) -> list[str]:
    return [each.label for each in node.siblings if each.number > node.number]


def is_finite(verb_phrase: Node) -> bool:
    if head(verb_phrase) in FINITE:
        return True
    children = verb_phrase.children
    return any(each.label == "CC" for each in children) and any(
        each.label == "VP" and head(each) in FINITE for each in children
    )


def is_clause(node: Node) -> bool:
    if node.label not in CLAUSES:
        return False
    first = node.children[0] if node.children else None
    imperative = parent(node) == "ROOT" and first is not None and first.label == "VP" and head(first) == "VB"
    return imperative or head(node) in FINITE or any(each.label == "VP" and is_finite(each) for each in node.children)


def is_unit(node: Node) -> bool:
    if node.label not in UNITS:
        return False
    above = {each.label for each in node.ancestors}
    coordinate = bool({*sisters_before(node)} & {*UNITS}) and not above & {"SBAR", "VP"}
    return parent(node) == "ROOT" or coordinate


def is_dependent(node: Node) -> bool:
    return node.label == "SBAR" and any(map(is_clause, node.children))


def is_fragment(node: Node) -> bool:
    return node.label == "FRAG" and parent(node) == "ROOT"


def is_verb_phrase(node: Node) -> bool:
    if node.label == "VP":
        return parent(node) in CLAUSES
    above = node.parent
    return (
        node.label in FINITE
        and above is not None
        and above.label == "SQ"
        and "VP" not in [c.label for c in above.children]
    )


def is_complex_nominal(node: Node) -> bool:
    if node.label == "NP":
        inside = below(node)
        appositive = any(
            each.label == "NP" and next_sister(each) != "CC" and "NP" in sisters_after(each) for each in inside
        )
        modified = any(each.label in ("JJ", "POS", "PP", "S", "VBG") for each in inside)
        return parent(node) != "NP" and (modified or appositive)
    if node.label == "SBAR":
        child = node.head_child
        complementizer = (
            child is not None
            and child.label == "IN"
            and any(word.label in ("That", "that", "For", "for") for word in child.children)
        )
        nominal = head(node) == "WHNP" or complementizer or node.children[0].label == "S"
        return nominal and (next_sister(node) == "VP" or parent(node) == "VP")
    if node.label == "S":
        return next_sister(node) == "VP" and any(c.label == "VP" and head(c) in ("VBG", "TO") for c in node.children)
    return False


def counts(root: Node) -> dict[str, int]:
    """How often each structure is in a tree under ROOT (Lu's program), words aside."""
    nodes = [node for node in root.preorder() if node.height]

    def number(holds) -> int:
        return sum(map(holds, nodes))

    def without(what):
        return lambda node: is_fragment(node) and not any(map(what, below(node)))

    return {
        "S": number(lambda node: node.label == "ROOT" and node.parent is None),
        "VP": number(is_verb_phrase),
        "C": number(is_clause) + number(without(is_clause)),
        "T": number(is_unit) + number(without(is_unit)),
        "DC": number(is_dependent),
        "CT": number(lambda node: is_unit(node) and any(map(is_dependent, below(node)))),
        "CP": number(
            lambda node: node.label in ("ADJP", "ADVP", "NP", "VP") and any(c.label == "CC" for c in node.children)
        ),
        "CN": number(is_complex_nominal),
    }
