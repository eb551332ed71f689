"""One action of the attach-juxtapose system (the paper's section 3), and the text it is written in."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from numbers import Integral

from rightmost.arguments import listed, refuse, short, shown
from rightmost.errors import IllegalAction, RightmostError
from rightmost.trees.unary import Label, names_of

MOST_TARGET = 10**9 - 1  # far longer than any chain


@dataclass(frozen=True, slots=True)
class Action:
    """Where the next word goes: onto chain node `target`, under `parent_label` if given.

    With a `new_label` it is a juxtapose: a new node so labelled first takes the target's place. Without, an attach.

    >>> print(juxtapose(2, "PP", "NP"), attach(4, None))
    juxtapose(2,PP,NP) attach(4,None)
    """

    target: int
    parent_label: str | None
    new_label: str | None = None

    def __post_init__(self) -> None:
        if type(self.target) is not int and not isinstance(self.target, Integral):
            refuse(self.target, "an action's target, a whole number,")
        if not 0 <= self.target <= MOST_TARGET:
            target = f"target {short(self.target)} is off the chain, whose root is 0"
            raise IllegalAction(f"{target}; allowed: 0 to {MOST_TARGET}")
        for label in (self.parent_label, self.new_label):
            if label is not None and not isinstance(label, str):
                refuse(label, "a label (or None)")

    @property
    def is_juxtapose(self) -> bool:
        return self.new_label is not None

    def check(self, chain_length: int) -> None:
        """Raises IllegalAction unless a chain of so many nodes allows it; after the first word, any target on it is."""
        if not chain_length:
            if self.target != 0 or self.parent_label is None or self.is_juxtapose:
                raise IllegalAction(f"{self} on the empty tree; the first word allows only attach(0,LABEL)")
        elif not 0 <= self.target < chain_length:
            nodes = f"{chain_length} nodes (0 to {chain_length - 1})"
            raise IllegalAction(f"{self}: target {self.target} is off the chain, which has {nodes}")

    def __str__(self) -> str:
        parent = label_text(self.parent_label)
        if self.new_label is None:
            return f"attach({self.target},{parent})"
        return f"juxtapose({self.target},{parent},{label_text(self.new_label)})"


def attach(target: int, parent_label: str | None) -> Action:
    """The new word, under a new node `parent_label` if given, becomes the last child of chain node `target`."""
    return Action(target, parent_label)


def juxtapose(target: int, parent_label: str | None, new_label: str) -> Action:
    """A new node takes the place of chain node `target`, with that node and the new word as its two children."""
    if new_label is None:
        raise IllegalAction(f"juxtapose needs a new label; without one it is attach({target}, {parent_label!r})")
    return Action(target, parent_label, new_label)


def checked_actions(actions: Iterable[Action]) -> list[Action]:
    """The actions as a list, after a look at each."""
    found: list[Action] = listed(actions, "a list of actions")
    for number, action in enumerate(found, start=1):
        if not isinstance(action, Action):
            what = f"action {number} is {shown(action)}"
            raise RightmostError(f"{what}; allowed: an Action, as attach(0, 'NP') or juxtapose(0, 'VP', 'S')")
    return found


# -- text -----------------------------------------------------------------------------------------
# Names are joined by "+". A backslash stands before any character of a name that would read as something else, so
# that the text of a label can be read back to exactly its names.

_NAME = r"(?:\\(?:.|\s)|[^\\+,()\s])*"
_LABEL = rf"{_NAME}(?:\+{_NAME})*"
_TARGET = r"(\d{1,9})"
_ACTION = re.compile(rf"attach\({_TARGET},({_LABEL})\)|juxtapose\({_TARGET},({_LABEL}),({_LABEL})\)", re.ASCII)
_SPECIAL = re.compile(r"([\\+,()\s])")


def label_text(label: str | None) -> str:
    """The label as it stands in an action's text.

    >>> label_text(Label("S", "VP")), label_text("S+VP"), label_text(None), label_text("None")
    ('S+VP', 'S\\\\+VP', 'None', '\\\\None')
    """
    if label is None:
        return "None"
    text = "+".join(_SPECIAL.sub(r"\\\1", name) for name in names_of(label))
    return f"\\{text}" if text == "None" else text


def label_from_text(text: str) -> str | None:
    """The label that `label_text` wrote so.

    >>> label_from_text("S+VP").names, label_from_text("S\\\\+VP"), label_from_text("None")
    (('S', 'VP'), 'S+VP', None)
    """
    if text == "None":
        return None
    if not re.fullmatch(_LABEL, text):
        raise RightmostError(f"unknown label {text!r}; before any of \\ + , ( ) and white space in a name stands a \\")
    names = [re.sub(r"\\(.|\s)", r"\1", name) for name in re.findall(rf"(?:^|\+)({_NAME})", text)]
    return names[0] if len(names) == 1 else Label(*names)


def parse_action(text: str) -> Action:
    """The action written in `text`.

    >>> parse_action("juxtapose(2,PP,NP)") == juxtapose(2, "PP", "NP")
    True
    """
    match = _ACTION.fullmatch(text)
    if match is None:
        raise RightmostError(f"unknown action {text!r}; allowed: attach(TARGET,PARENT) or juxtapose(TARGET,PARENT,NEW)")
    attach_target, attach_parent, target, parent, new = match.groups()
    if attach_target is not None:
        return attach(int(attach_target), label_from_text(attach_parent))
    new_label = label_from_text(new)
    if new_label is None:
        raise RightmostError(f"{text}: juxtapose needs a new label; without one it is attach({target},{parent})")
    return juxtapose(int(target), label_from_text(parent), new_label)
