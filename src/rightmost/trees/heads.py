"""Head rules: which child of a phrase is its head. Collins' table (1999, appendix A) can be replaced by another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rightmost.errors import BadUsage
from rightmost.trees.index import NONE, TreeIndex
from rightmost.trees.normalise import bare_label

#: Tags of marks, which head nothing as long as there is another child.
MARKS = frozenset({",", ":", ".", "``", "''", "-LRB-", "-RRB-", "-NONE-"})
COORDINATORS = frozenset({"CC", "CONJP"})


@dataclass(frozen=True)
class HeadRule:
    """Where the search begins ("left" or "right"), and for which labels; the first label that is there wins.

    With `any_of` the labels are equal, and the first child that has one of them wins.
    """

    side: str
    labels: tuple[str, ...] = ()
    any_of: bool = False

    def __post_init__(self) -> None:
        if self.side not in ("left", "right"):
            raise BadUsage(f"a head rule that begins at {self.side!r}; allowed: 'left' and 'right'")


@dataclass(frozen=True)
class HeadTable:
    """The head rules of each label, tried one after the other, and of all other labels.

    Where no rule finds a child, the head is the first child, from the side of the last rule, that is no mark. With
    `coordinated`, a head right after a conjunction gives way to the phrase before it, as Collins has it.

    >>> table = HeadTable({"NP": (HeadRule("right", ("NN", "NNP")),)})
    >>> table.head_of("NP-SBJ", ["DT", "NN", "NNP", "NN"]), table.head_of("X", ["DT", "NN"])
    (3, 0)
    """

    rules: Mapping[str, tuple[HeadRule, ...]]
    others: tuple[HeadRule, ...] = (HeadRule("left"),)
    coordinated: bool = True
    _known: dict[tuple[str, ...], int] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __hash__(self) -> int:
        return hash((frozenset(self.rules), self.others, self.coordinated))

    def head_of(self, label: str, children: Sequence[str]) -> int:
        """The place of the head among children with these labels or tags."""
        names = tuple([bare_label(child) for child in children])
        rules = self.rules.get(bare_label(label), self.others)
        head = next((place for rule in rules if (place := _found(rule, names)) is not None), None)
        if head is None:
            head = _unmarked(rules[-1].side if rules else "left", names)
        return _before_conjunction(head, names) if self.coordinated else head

    def heads(self, index: TreeIndex) -> list[int]:
        """The head child of each node; of a tag its word, of a word none."""
        heads = [NONE] * len(index)
        for number, end in enumerate(index.end):
            if end == number + 2:
                heads[number] = number + 1
            elif end > number + 2:
                children = list(index.children(number))
                heads[number] = children[0] if len(children) == 1 else children[self._place(index, number, children)]
        return heads

    def head_words(self, index: TreeIndex) -> list[int]:
        """The head word of each node: where its head children lead. A word is its own."""
        words = list(range(len(index)))
        heads = index.array(self.heads)
        for number in range(len(index) - 1, -1, -1):
            if heads[number] != NONE:
                words[number] = words[heads[number]]
        return words

    def _place(self, index: TreeIndex, number: int, children: Sequence[int]) -> int:
        """`head_of`, looked up: treebanks have the same phrases over and over."""
        key = (index.labels[number], *[index.labels[child] for child in children])
        place = self._known.get(key)
        if place is None:
            if len(self._known) >= _MOST:
                self._known.clear()
            place = self._known[key] = self.head_of(key[0], key[1:])
        return place


_MOST = 1 << 14


def _found(rule: HeadRule, names: Sequence[str]) -> int | None:
    places = range(len(names)) if rule.side == "left" else range(len(names) - 1, -1, -1)
    if rule.any_of:
        return next((place for place in places if names[place] in rule.labels), None)
    return next((place for label in rule.labels for place in places if names[place] == label), None)


def _unmarked(side: str, names: Sequence[str]) -> int:
    places = [place for place, name in enumerate(names) if name not in MARKS] or list(range(len(names)))
    return places[0] if side == "left" else places[-1]


def _before_conjunction(head: int, names: Sequence[str]) -> int:
    if head < 2 or names[head - 1] not in COORDINATORS:
        return head
    return next((place for place in range(head - 2, -1, -1) if names[place] not in MARKS), head)


def _rule(side: str, labels: str = "") -> tuple[HeadRule, ...]:
    return (HeadRule(side, tuple(labels.split())),)


_NOUN_PHRASE = (
    HeadRule("right", ("NN", "NNP", "NNPS", "NNS", "NX", "POS", "JJR"), any_of=True),
    HeadRule("left", ("NP",)),
    HeadRule("right", ("$", "ADJP", "PRN"), any_of=True),
    HeadRule("right", ("CD",)),
    HeadRule("right", ("JJ", "JJS", "RB", "QP"), any_of=True),
    HeadRule("right"),
)

#: Collins' head rules for the Penn Treebank.
COLLINS = HeadTable(
    {
        "ADJP": _rule("left", "NNS QP NN $ ADVP JJ VBN VBG ADJP JJR NP JJS DT FW RBR RBS SBAR RB"),
        "ADVP": _rule("right", "RB RBR RBS FW ADVP TO CD JJR JJ IN NP JJS NN"),
        "CONJP": _rule("right", "CC RB IN"),
        "FRAG": _rule("right"),
        "INTJ": _rule("left"),
        "LST": _rule("right", "LS :"),
        "NAC": _rule("left", "NN NNS NNP NNPS NP NAC EX $ CD QP PRP VBG JJ JJS JJR ADJP FW"),
        "NP": _NOUN_PHRASE,
        "NX": _NOUN_PHRASE,
        "NML": _NOUN_PHRASE,
        "PP": _rule("right", "IN TO VBG VBN RP FW"),
        "PRN": _rule("left"),
        "PRT": _rule("right", "RP"),
        "QP": _rule("left", "$ IN NNS NN JJ RB DT CD NCD QP JJR JJS"),
        "RRC": _rule("right", "VP NP ADVP ADJP PP"),
        "S": _rule("left", "TO IN VP S SBAR ADJP UCP NP"),
        "SBAR": _rule("left", "WHNP WHPP WHADVP WHADJP IN DT S SQ SINV SBAR FRAG"),
        "SBARQ": _rule("left", "SQ S SINV SBARQ FRAG"),
        "SINV": _rule("left", "VBZ VBD VBP VB MD VP S SINV ADJP NP"),
        "SQ": _rule("left", "VBZ VBD VBP VB MD VP SQ"),
        "UCP": _rule("right"),
        "VP": _rule("left", "TO VBD VBN MD VBZ VB VBG VBP VP ADJP NN NNS NP"),
        "WHADJP": _rule("left", "CC WRB JJ ADJP"),
        "WHADVP": _rule("right", "CC WRB"),
        "WHNP": _rule("left", "WDT WP WP$ WHADJP WHPP WHNP"),
        "WHPP": _rule("right", "IN TO FW"),
        "X": _rule("right"),
    }
)
