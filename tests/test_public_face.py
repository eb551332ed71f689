"""Odd values at every public function: each is taken, or gets one clear line of ours, and never Python's own error."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import example, given, settings
from hypothesis import strategies as st

import rightmost
from model.networks import TREES, network
from rightmost.errors import RightmostError
from rightmost.parser import Parser
from strategies import ARTHUR

PARSER = Parser(network(), device=torch.device("cpu"), dtype="float32")
TREE = rightmost.Tree.from_string(ARTHUR)
GO = rightmost.Leaf("Go", "VB")


class Rude:
    """Neither its form nor its length can be had."""

    def __repr__(self) -> str:
        raise KeyError("rude")

    def __len__(self) -> int:
        raise KeyError("rude")


#: Simple values; made anew for each case, since some can be used up.
SIMPLE: list[Callable[[], Any]] = [
    lambda: None, lambda: 3, lambda: -1, lambda: 2.5, lambda: float("nan"), lambda: 10**20, lambda: 10**5000,
    lambda: True, lambda: "", lambda: "Arthur", lambda: "(S (NN a))", lambda: "attach(0,NP)", lambda: "\ud800",
    lambda: "\x00", lambda: b"Arthur", lambda: 1j, lambda: object, lambda: len, lambda: Rude(), lambda: np.int64(2),
    lambda: np.array([1, 2]), lambda: TREE, lambda: GO, lambda: rightmost.Leaf(3, None),
    lambda: rightmost.attach(0, "NP"), lambda: (0, 1, "NP"), lambda: (0, 1), lambda: Path("grail"), lambda: rightmost,
    lambda: PARSER, lambda: NotImplemented,
]  # fmt: skip
CONTAINERS: list[Callable[[list[Any]], Any]] = [
    list, tuple, iter, lambda values: [values], lambda values: dict(enumerate(values)),
    lambda values: {str(type(value)) for value in values}, lambda values: (value for value in values),
]  # fmt: skip
simple = st.sampled_from(SIMPLE)
odd: st.SearchStrategy[Callable[[], Any]] = simple | st.builds(
    lambda container, members: lambda: container([member() for member in members]),
    st.sampled_from(CONTAINERS),
    st.lists(simple, max_size=3),
)


def used_up(value: Any) -> None:
    """What is given out one by one is asked for."""
    if isinstance(value, Iterator):
        for _ in zip(range(5), value):
            pass


#: A call for each argument of each function, the others being right.
CALLS: dict[str, Callable[[Any], Any]] = {
    "load(name)": lambda odd: rightmost.load(odd),
    "load(device)": lambda odd: rightmost.load("grail", device=odd),
    "load(dtype)": lambda odd: rightmost.load("grail", dtype=odd),
    "parse(words)": PARSER.parse,
    "parse(tags)": lambda odd: PARSER.parse(["Go"], tags=odd),
    "parse(beam)": lambda odd: PARSER.parse("Go", beam=odd),
    "parse(require)": lambda odd: PARSER.parse("Go on", require=odd),
    "parse(forbid)": lambda odd: PARSER.parse("Go on", forbid=odd),
    "parse(a label)": lambda odd: PARSER.parse("Go on", forbid=[(0, 1, odd)]),
    "parse(a place)": lambda odd: PARSER.parse("Go on", require=[(0, odd, None)]),
    "parse_kbest(words)": PARSER.parse_kbest,
    "parse_kbest(k)": lambda odd: PARSER.parse_kbest("Go", k=odd),
    "parse_kbest(beam)": lambda odd: PARSER.parse_kbest("Go", beam=odd),
    "parse_many(sentences)": PARSER.parse_many,
    "parse_many(beam)": lambda odd: PARSER.parse_many(["Go"], beam=odd),
    "parse_many(batch)": lambda odd: PARSER.parse_many(["Go"], batch=odd),
    "parse_many(on_empty)": lambda odd: PARSER.parse_many(["Go"], on_empty=odd),
    "score_many(sentences)": lambda odd: PARSER.score_many(odd, on_empty="none"),
    "kbest_many(sentences)": PARSER.kbest_many,
    "kbest_many(k)": lambda odd: PARSER.kbest_many(["Go"], odd),
    "parse_text(text)": PARSER.parse_text,
    "parse_text(line_ends)": lambda odd: PARSER.parse_text("Go", line_ends=odd),
    "parse_text(boundaries)": lambda odd: PARSER.parse_text("Go", boundaries=odd),
    "parse(look_ahead)": lambda odd: PARSER.parse("Go on", look_ahead=odd),
    "parse_many(look_ahead)": lambda odd: PARSER.parse_many(["Go on"], look_ahead=odd),
    "score_many(look_ahead)": lambda odd: PARSER.score_many(["Go on"], look_ahead=odd),
    "parse_text(look_ahead)": lambda odd: PARSER.parse_text("Go on", look_ahead=odd),
    "stream(look_ahead)": lambda odd: PARSER.stream(look_ahead=odd),
    "stream(beam)": lambda odd: PARSER.stream(beam=odd),
    "push_many(streams)": lambda odd: PARSER.push_many(odd, ["Go"]),
    "push_many(words)": lambda odd: PARSER.push_many([PARSER.stream()], odd),
    "push_many(a word)": lambda odd: PARSER.push_many([PARSER.stream()], [odd]),
    "Stream.push(word)": lambda odd: PARSER.stream().push(odd),
    "Stream.type(characters)": lambda odd: PARSER.stream().type(odd),
    "parse_text(beam)": lambda odd: PARSER.parse_text("Go", beam=odd),
    "cut(text)": PARSER.cut,
    "cut(line_ends)": lambda odd: PARSER.cut("Go", line_ends=odd),
    "cut(boundaries)": lambda odd: PARSER.cut("Go", boundaries=odd),
    "Parser(network)": lambda odd: Parser(odd, device=torch.device("cpu"), dtype="float32"),
    "Parser(device)": lambda odd: Parser(PARSER.network, device=odd, dtype="float32"),
    "Tree(label)": lambda odd: rightmost.Tree(odd, [GO]),
    "Tree(children)": lambda odd: rightmost.Tree("NP", odd),
    "Tree(a child)": lambda odd: rightmost.Tree("NP", [GO, odd]),
    "Tree(confidence)": lambda odd: rightmost.Tree("NP", [GO], confidence=odd),
    "Tree.from_string(text)": rightmost.Tree.from_string,
    "Tree.from_nltk(tree)": rightmost.Tree.from_nltk,
    "Tree.with_leaves(leaves)": TREE.with_leaves,
    "Tree.fold(leaf)": lambda odd: TREE.fold(odd, lambda label, children: 0) if not callable(odd) else None,
    "Tree.rebuilt(phrase)": lambda odd: TREE.rebuilt(odd) if not callable(odd) else None,
    "Tree.find(label)": TREE.find,
    "Tree.find_all(label)": TREE.find_all,
    "Tree.at(left)": lambda odd: TREE.at(odd, 2),
    "Tree.at(right)": lambda odd: TREE.at(0, odd),
    "complexity.measure(trees)": rightmost.complexity.measure,
    "complexity.measure(structures)": lambda odd: rightmost.complexity.measure([TREE], odd),
    "Tree.draw(width)": lambda odd: TREE.draw(width=odd),
    "normalise(tree)": rightmost.normalise,
    "oracle(tree)": rightmost.oracle,
    "replay(actions)": lambda odd: rightmost.replay(odd, [GO]),
    "replay(leaves)": lambda odd: rightmost.replay([rightmost.attach(0, "VP")], odd),
    "attach(target)": lambda odd: str(rightmost.attach(odd, "NP")),
    "attach(label)": lambda odd: str(rightmost.attach(0, odd)),
    "juxtapose(target)": lambda odd: str(rightmost.juxtapose(odd, "NP", "S")),
    "juxtapose(label)": lambda odd: str(rightmost.juxtapose(0, odd, "S")),
    "juxtapose(new)": lambda odd: str(rightmost.juxtapose(0, "NP", odd)),
    "evaluate(gold)": lambda odd: rightmost.evaluate(odd, [TREE]),
    "evaluate(predicted)": lambda odd: rightmost.evaluate([TREE], odd),
    "evaluate(parameters)": lambda odd: rightmost.evaluate([TREE], [TREE], parameters=odd),
    "Pattern(text)": rightmost.Pattern,
    "Pattern(heads)": lambda odd: rightmost.Pattern("NP <# NN", odd),
    "Pattern.find(tree)": rightmost.Pattern("NP").find,
    "read_trees(path)": lambda odd: rightmost.read_trees(odd),
    "write_trees(trees)": lambda odd: rightmost.write_trees(odd, os.devnull),
    "write_trees(path)": lambda odd: rightmost.write_trees([TREE], odd),
}
#: Plain records: they hold what they are given.
RECORDS = {"Document", "EmptySentence", "Leaf", "ModelInfo", "RightmostError", "Scored", "Sentence", "Span", "Word"}
#: Of their methods, those that take what the caller knows to be right, and those without arguments.
KNOWN = {
    "from_flat", "nodes", "postorder", "preorder", "spans", "subtrees", "svg", "to_dataframe", "to_nltk",
    "turn", "whole",
}  # fmt: skip


@pytest.mark.parametrize("call", CALLS)
def test_odd_values_are_taken_or_get_one_line(call, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    @settings(deadline=None, max_examples=40)
    @given(odd)
    @example(lambda: None)
    @example(lambda: 3)
    @example(lambda: "3")
    @example(lambda: Rude())
    @example(lambda: np.array([1, 2]))
    def holds(made: Callable[[], Any]) -> None:
        said = "taken"
        try:
            used_up(CALLS[call](made()))
        except RightmostError as error:
            said = str(error)
        assert len(said.splitlines()) == 1
        assert len(said) < 1000

    holds()


def test_every_public_function_is_among_the_calls():
    called = {name.partition("(")[0] for name in CALLS}
    for name in set(rightmost.__all__) - RECORDS - {"Action", "Parser", "Tree"}:
        assert called & {name, f"{name}.measure"}, f"{name} has no call above"
    for kind, prefix in ((Parser, ""), (rightmost.Tree, "Tree.")):
        for name, method in vars(kind).items():
            if not name.startswith("_") and isinstance(method, (FunctionType, classmethod)):
                assert f"{prefix}{name}" in called or name in KNOWN, f"{kind.__name__}.{name} has no call above"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: rightmost.load(None), "None, of type NoneType, where a model's name or folder was expected"),
        (lambda: rightmost.load(3), "3, of type int, where a model's name or folder was expected"),
        (lambda: PARSER.parse_kbest("Go", k="3"), "k is '3'; allowed: a whole number, 1 to 1,000; it is how many trees "
         "the beam has to hold"),
        (lambda: PARSER.parse("Go", require=None), "None, of type NoneType, where a list of brackets for require, as "
         "[(0, 2, 'NP')], was expected"),
        (lambda: PARSER.parse_many(None), "None, of type NoneType, where a list of sentences was expected"),
        (lambda: rightmost.Tree.from_string(None), "None, of type NoneType, where a tree in brackets, a str, was "
         "expected"),
        (lambda: rightmost.Tree(3, [GO]), "3, of type int, where a node's label, a str, was expected"),
        (lambda: rightmost.Tree("NP", [rightmost.Leaf(3, "NN")]), "a child of NP is Leaf(word=3, tag='NN'), of type "
         "Leaf; allowed: a Tree, or a Leaf(word, tag) of two strings"),
        (lambda: rightmost.oracle("(S (NN a))"), "'(S (NN a))', of type str, where a Tree (Tree.from_string makes one "
         "of text) was expected"),
        (lambda: rightmost.replay(["attach(0,NP)"], [GO]), "action 1 is 'attach(0,NP)', of type str; allowed: an "
         "Action, as attach(0, 'NP') or juxtapose(0, 'VP', 'S')"),
        (lambda: rightmost.replay([rightmost.attach(0, "NP")], ["Go"]), "leaf 1 is 'Go', of type str; allowed: a "
         "Leaf(word, tag) of two strings"),
        (lambda: rightmost.evaluate(None, [TREE]), "None, of type NoneType, where a list of gold trees was expected"),
        (lambda: PARSER.parse({"Go", "on"} - {"on"}), "{'Go'}, of type set, where a text or a list of words was "
         "expected; a set has no order, so give a list"),
    ],
)  # fmt: skip
def test_what_is_said(call, message):
    with pytest.raises(RightmostError) as raised:
        call()
    assert str(raised.value) == message


def test_the_parser_says_what_it_is():
    assert repr(PARSER) == "<Parser without a name on cpu in float32; 5 labels, 12 tags, styles: none>"
    assert PARSER.info.labels[:3] == ("NP", "S", "VP")
    assert len(TREES) == 10
