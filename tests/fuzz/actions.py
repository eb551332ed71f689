"""Actions: they are read or refused, and those that a state allows build the tree whose oracle they are."""

from __future__ import annotations

from hypothesis import strategies as st

from fuzz.target import Target, refusal
from fuzz.texts import damaged, of_pieces
from rightmost.errors import RightmostError
from rightmost.transitions.action import Action, parse_action
from rightmost.transitions.attach_juxtapose import replay
from rightmost.transitions.in_order import parse_in_order_action, replay_in_order
from rightmost.transitions.oracle import oracle
from rightmost.trees.tree import Leaf
from rightmost.trees.unary import expand
from strategies import ARTHUR_ACTIONS, NAMES

PIECES = [
    "attach(",
    "juxtapose(",
    ")",
    ",",
    "0",
    "1",
    "-1",
    "9" * 30,
    "None",
    "NP",
    "S+VP",
    " ",
    "shift",
    "PJ-",
    "reduce",
]
IN_ORDER = "shift PJ-NP reduce PJ-S shift PJ-VP shift reduce reduce"
texts = of_pieces(PIECES) | damaged(ARTHUR_ACTIONS, PIECES) | damaged(IN_ORDER, PIECES)
names = st.none() | st.sampled_from(NAMES)
actions = st.builds(Action, st.integers(0, 6), names, names)
lists = st.lists(actions, max_size=8)


def check(text: str, made: list[Action], words: int) -> None:
    leaves = [Leaf(f"w{number}", "NN") for number in range(words)]
    for written in text.split(" "):
        with refusal():
            action = parse_action(written)
            assert parse_action(str(action)) == action
        with refusal():
            step = parse_in_order_action(written)
            assert parse_in_order_action(str(step)) == step
    with refusal():
        replay(map(parse_action, text.split()), leaves)
    with refusal():
        expand(replay_in_order(map(parse_in_order_action, text.split()), leaves))
    try:
        tree = replay(made, leaves)
    except RightmostError:
        return
    assert oracle(tree) == made


TARGET = Target(check, {"text": texts, "made": lists, "words": st.integers(0, 8)}, cases=3000)
