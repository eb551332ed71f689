"""`rightmost demo`: a sentence parsed, its actions and its tree."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Annotated

import typer

from rightmost.cli.terminal import Terminal
from rightmost.drawing.cells import cells, shown
from rightmost.errors import EmptySentence
from rightmost.files import check_unicode
from rightmost.modelfile.shipped import model_folder, shipped_models
from rightmost.transitions.attach_juxtapose import State
from rightmost.transitions.oracle import oracle
from rightmost.trees.tree import Tree
from rightmost.trees.unary import expand

EXAMPLE = "(S (NP (NNP Arthur)) (VP (VBZ is) (NP (NP (NN King)) (PP (IN of) (NP (DT the) (NNPS Britons))))))"
NO_MODEL = "rightmost: no model is installed, so this is the example's gold tree; train one: rightmost train CONFIG"
MODEL = "en"


def command(
    text: Annotated[
        str | None, typer.Argument(metavar="[TEXT]", help="A text to parse. Without: Arthur is King of the Britons.")
    ] = None,
    model: Annotated[str, typer.Option(metavar="MODEL", help="The name of an installed model, or a folder.")] = MODEL,
    grow: Annotated[bool, typer.Option("--grow", help="Draw the tree after each word.")] = False,
) -> None:
    """Parse TEXT, or the running example: the actions, one a word, and the tree that they build."""
    terminal = Terminal.of(sys.stdout, to_terminal=sys.stdout.isatty())
    gold = Tree.from_string(EXAMPLE)
    if text is None and model == MODEL and MODEL not in [shipped.name for shipped in shipped_models()]:
        print(NO_MODEL, file=sys.stderr)
        trees = [gold]
    else:
        trees = _parsed(" ".join(gold.words) if text is None else text, model)
    for tree in trees:
        for line in _grown(tree, terminal) if grow else _shown(tree, terminal):
            print(terminal.printable(line))


def actions_of(tree: Tree, *, terminal: Terminal) -> str:
    """A line for each word and the action that adds it, in two columns."""
    words = [shown(word) for word in tree.words]
    widest = max(map(cells, words))
    rows = [
        f"{terminal.pen.word(word)}{' ' * (widest - cells(word))}  {action}"
        for word, action in zip(words, oracle(tree))
    ]
    return "\n".join(rows)


def growth(tree: Tree) -> list[tuple[str, Tree]]:
    """Each action of the oracle, and the tree it leads to."""
    state, steps = State(), []
    for action, leaf in zip(oracle(tree), tree.leaves):
        state = state.apply(action, leaf)
        assert state.tree is not None
        steps.append((str(action), expand(state.tree)))
    return steps


def _parsed(text: str, model: str) -> list[Tree]:
    folder = model_folder(model)  # looked up first: the rest takes a second
    check_unicode(text)
    if not text.strip():
        raise EmptySentence("the text is empty: there is nothing to parse")
    from rightmost.parser import load

    return [sentence.tree for sentence in load(folder).parse_text(text).sentences]


def _shown(tree: Tree, terminal: Terminal) -> Iterator[str]:
    yield f"{actions_of(tree, terminal=terminal)}\n"
    yield f"{terminal.drawn(tree)}\n"


def _grown(tree: Tree, terminal: Terminal) -> Iterator[str]:
    for word, (action, partial) in zip(tree.words, growth(tree)):
        yield f"{shown(word)}: {action}\n"
        yield f"{terminal.drawn(partial)}\n"
