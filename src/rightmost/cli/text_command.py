"""A command whose TEXT may begin with a hyphen, as in "-5 degrees is cold"."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Any

from typer.core import TyperCommand

#: A hyphen or two, and then what no option begins with: a digit, a space, a mark.
_NO_OPTION = re.compile(r"--?[^\w-]|-\d")


class TextCommand(TyperCommand):
    """Typer's own command, which is told which argument is the text. (Typer is extended by such classes alone.)"""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        with_value = {
            name
            for parameter in self.params
            if getattr(parameter, "is_flag", None) is False
            for name in (*parameter.opts, *parameter.secondary_opts)
        }
        return super().parse_args(ctx, text_last(args, with_value=with_value))


def text_last(arguments: Sequence[str], *, with_value: Collection[str]) -> list[str]:
    """The arguments, a text that begins with a hyphen after `--`, where nothing is taken for an option.

    >>> text_last(["-5 degrees", "--beam", "3"], with_value={"--beam"})
    ['--beam', '3', '--', '-5 degrees']
    """
    if "--" in arguments:
        return list(arguments)
    texts = {
        place
        for place, argument in enumerate(arguments)
        if _NO_OPTION.match(argument) and not (place and arguments[place - 1] in with_value)
    }
    if not texts:
        return list(arguments)
    others = [argument for place, argument in enumerate(arguments) if place not in texts]
    return [*others, "--", *[arguments[place] for place in sorted(texts)]]
