"""The grammar of patterns: tokens become terms and conditions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NoReturn

from rightmost.patterns.fault import PatternError
from rightmost.patterns.paths import chain, relation
from rightmost.patterns.relations import ANYWHERE, Relation
from rightmost.patterns.scanner import Token, tokens
from rightmost.patterns.terms import (
    Both,
    Condition,
    Description,
    Either,
    Maybe,
    Never,
    Regex,
    Related,
    Term,
)
from rightmost.trees.heads import HeadTable

DEEPEST = 60  # brackets within brackets
MOST = 200  # terms

_LABELS = ("label", "regex", "any", "root")
_DESCRIPTION = (*_LABELS, "@", "!")
_EXPECTED_LABEL = "a label, /a regular expression/, __, =name or ("
_EXPECTED_RELATION = "a relation, as < or $+"
_ANYTHING = Description(any=True)


@dataclass(frozen=True)
class Parsed:
    """A pattern understood: its first term, the slot of each name and variable, and the slots used more than once."""

    root: Term
    names: Mapping[str, int]
    variables: Mapping[str, int]
    shared: frozenset[int]


def parsed(pattern: str, heads: HeadTable) -> Parsed:
    """The pattern understood; raises PatternError with the place of what is wrong."""
    return _Parser(pattern, heads).pattern()


class _Parser:
    """Recursive descent, one method a rule."""

    def __init__(self, text: str, heads: HeadTable) -> None:
        self.text = text
        self.heads = heads
        self.tokens = tokens(text)
        self.at = 0
        self.slots: dict[str, int] = {}  # of names, as `=np`, and of variables, as `%index`
        self.uses: Counter[int] = Counter()
        self.depth = 0
        self.terms = 0
        self.negations = 0

    # -- rules ------------------------------------------------------------------------------------

    def pattern(self) -> Parsed:
        """term (":" term)*"""
        root = self.term()
        others: list[Condition] = []
        while self.taken(":"):
            other = self.term()
            others.append(Related(ANYWHERE, other, other.slots))
        if others:
            root = _with(root, others)
        if self.token.kind != "end":
            self.fail("a ')' without its '('" if self.token.kind == ")" else f"expected {_EXPECTED_RELATION}, & or |")
        names = {name[1:]: slot for name, slot in self.slots.items() if name[0] == "="}
        variables = {name[1:]: slot for name, slot in self.slots.items() if name[0] == "%"}
        shared = frozenset([slot for slot, uses in self.uses.items() if uses > 1])
        return Parsed(root, names, variables, shared)

    def term(self) -> Term:
        """node condition?"""
        node = self.node()
        return _with(node, [self.alternatives()]) if self.begins_condition() else node

    def node(self) -> Term:
        """ "(" term ")" | description name? | "=" name | "~" name"""
        opening = self.token
        if self.taken("("):
            self.enter(opening)
            inner = self.term()
            self.expect(")", opening)
            self.depth -= 1
            return inner
        self.terms += 1
        if self.terms > MOST:
            self.fail(f"more than {MOST} nodes in one pattern; give several patterns")
        if self.token.kind == "name":
            return self.backreference()
        if self.token.kind == "link":
            return self.link()
        if self.token.kind not in _DESCRIPTION:
            self.fail(f"expected {_EXPECTED_LABEL}")
        description, slots = self.description()
        name = self.name()
        return Term(description, name=name, slots=slots if name is None else slots | {name})

    def alternatives(self) -> Condition:
        """parts ("|" parts)*"""
        found = [self.parts()]
        while self.taken("|"):
            found.append(self.parts())
        return found[0] if len(found) == 1 else Either(tuple(found), _slots(found))

    def parts(self) -> Condition:
        """part ("&"? part)*"""
        found = [self.part()]
        while self.taken("&") or self.begins_condition():
            found.append(self.part())
        return found[0] if len(found) == 1 else Both(tuple(found), _slots(found))

    def part(self) -> Condition:
        """("!" | "?")? (relation node | "[" alternatives "]")"""
        if self.taken("!"):
            self.negations += 1
            never = self.positive()
            self.negations -= 1
            return Never(never, never.slots)
        if self.taken("?"):
            maybe = self.positive()
            return Maybe(maybe, maybe.slots)
        return self.positive()

    def positive(self) -> Condition:
        opening = self.token
        if self.taken("["):
            self.enter(opening)
            inner = self.alternatives()
            self.expect("]", opening)
            self.depth -= 1
            return inner
        if self.token.kind != "relation":
            self.fail(f"expected {_EXPECTED_RELATION}, or [")
        if self.token.text == "<...":
            return self.all_children()
        found = self.relation()
        node = self.node()
        return Related(found, node, node.slots)

    def relation(self) -> Relation:
        token = self.take()
        if not token.text.endswith("+") or token.text[0] == "$":
            found = relation(token.text, self.heads)
            if found is None:
                self.fail(f"{token.text!r} counts from 1, or from -1 at the end; there is no 0", token)
            return found
        opening = self.token
        if not self.taken("("):
            self.fail(f"expected a description in brackets after {token.text!r}, as in {token.text}(NP)")
        description, slots = self.description()
        if slots or description.root:
            self.fail(f"only labels and plain regular expressions may stand in {token.text}( )", opening)
        self.expect(")", opening)
        return chain(token.text, description.matches)

    def all_children(self) -> Condition:
        """ "<..." "{" term (";" term)* "}": exactly these children, in this order"""
        self.take()
        opening = self.token
        if not self.taken("{"):
            self.fail("expected { after <..., as in NP <... { DT ; NN }")
        self.enter(opening)
        children = [self.term()]
        while self.taken(";"):
            children.append(self.term())
        self.expect("}", opening)
        self.depth -= 1
        found: list[Condition] = [
            Related(self.nth(number), child, child.slots) for number, child in enumerate(children, start=1)
        ]
        nothing: frozenset[int] = frozenset()
        more = Related(self.nth(len(children) + 1), Term(_ANYTHING), nothing)
        found.append(Never(more, nothing))
        return Both(tuple(found), _slots(found))

    def nth(self, number: int) -> Relation:
        found = relation(f"<{number}", self.heads)
        assert found is not None
        return found

    # -- what a node is called --------------------------------------------------------------------

    def description(self) -> tuple[Description, frozenset[int]]:
        """ "!"? "@"? (label | regex) ("|" (label | regex))*, and the slots of its variables"""
        negated, basic = self.taken("!"), self.taken("@")
        first = self.token
        labels: list[str] = []
        regexes: list[Regex] = []
        kinds: list[str] = []
        while not kinds or (self.token.kind == "|" and self.tokens[self.at + 1].kind in _LABELS):
            if kinds:
                self.take()
            token = self.label()
            kinds.append(token.kind)
            if token.kind == "regex":
                regexes.append(self.regex(token))
            elif token.kind == "label":
                labels.append(token.text)
        is_any, is_root = "any" in kinds, "root" in kinds
        if len(kinds) > 1 and (is_any or is_root):
            self.fail("__ and _ROOT_ stand alone; expected labels between |", first)
        slots = frozenset([slot for regex in regexes for _, slot in regex.variables])
        if negated and slots:
            self.fail("a negated description captures no group; leave the variable or the ! out", first)
        found = Description(frozenset(labels), tuple(regexes), is_any, is_root, negated=negated, basic=basic)
        return found, slots

    def label(self) -> Token:
        if self.token.kind not in _LABELS:
            self.fail("expected a label, /a regular expression/ or __")
        return self.take()

    def regex(self, token: Token) -> Regex:
        """("#" number "%" variable)*, after the regular expression of the token"""
        try:
            pattern = re.compile(token.text[1:-1].replace("\\/", "/"))
        except (re.error, OverflowError, RecursionError) as error:
            self.fail(f"the regular expression is not one that Python reads ({error})", token)
        groups = []
        while self.token.kind == "group":
            group = self.take()
            number, variable = group.text[1:].split("%")
            if not 1 <= int(number) <= pattern.groups:
                self.fail(f"no group {number} in the regular expression; it has {pattern.groups}", group)
            groups.append((int(number), self.use(f"%{variable}")))
        return Regex(pattern, tuple(groups))

    def name(self) -> int | None:
        """("=" name)?"""
        token = self.token
        if token.kind != "name":
            return None
        if self.negations:
            self.fail("a node that is never matched cannot be named; leave the name or the ! out")
        self.take()
        return self.use(f"={_bare(token)}")

    def backreference(self) -> Term:
        slot = self.known(self.take())
        return Term(None, same=slot, slots=frozenset({slot}))

    def link(self) -> Term:
        slot = self.known(self.take())
        name = self.name()
        return Term(None, like=slot, name=name, slots=frozenset({slot} if name is None else {slot, name}))

    def known(self, token: Token) -> int:
        if f"={_bare(token)}" not in self.slots:
            self.fail(f"no node before this one is named {_bare(token)!r}; name one, as in NP={_bare(token)}", token)
        return self.use(f"={_bare(token)}")

    def use(self, name: str) -> int:
        slot = self.slots.setdefault(name, len(self.slots))
        self.uses[slot] += 1
        return slot

    # -- tokens -----------------------------------------------------------------------------------

    @property
    def token(self) -> Token:
        return self.tokens[self.at]

    def take(self) -> Token:
        self.at += 1
        return self.tokens[self.at - 1]

    def taken(self, kind: str) -> bool:
        if self.token.kind != kind:
            return False
        self.at += 1
        return True

    def begins_condition(self) -> bool:
        return self.token.kind in ("relation", "[", "!", "?")

    def enter(self, opening: Token) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            self.fail(f"more than {DEEPEST} brackets within one another", opening)

    def expect(self, closing: str, opening: Token) -> None:
        if not self.taken(closing):
            column = opening.place - self.text.rfind("\n", 0, opening.place)
            found = "the pattern ends" if self.token.kind == "end" else f"found {self.token.text!r}"
            self.fail(f"{found}; expected {closing!r} for the {opening.text!r} of column {column}")

    def fail(self, message: str, token: Token | None = None) -> NoReturn:
        raise PatternError(message, text=self.text, place=(token or self.token).place)


def _bare(token: Token) -> str:
    """The name after `=` or `~`."""
    return token.text[1:].strip()


def _slots(conditions: Sequence[Condition]) -> frozenset[int]:
    return frozenset().union(*[condition.slots for condition in conditions])


def _with(term: Term, more: Sequence[Condition]) -> Term:
    """The term with more conditions after its own."""
    parts = [*([] if term.condition is None else [term.condition]), *more]
    slots = _slots(parts)
    condition = parts[0] if len(parts) == 1 else Both(tuple(parts), slots)
    return replace(term, condition=condition, slots=term.slots | slots)
