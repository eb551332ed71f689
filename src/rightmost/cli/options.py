"""Options that several commands have."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, TextIO, TypeAlias

import typer

from rightmost.files import written_atomically
from rightmost.outcome import check_output

MOST = 10**9  # of anything that is counted

Params: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--params", metavar="FILE", help="One of evalb's parameter files. Without: Collins's labels, no error limit."
    ),
]
GoldTags: TypeAlias = Annotated[
    bool, typer.Option("--gold-tags", help="Put the gold tags into the predicted trees first.")
]
Model: TypeAlias = Annotated[
    str, typer.Option("--model", metavar="MODEL", help="The name of an installed model, or a folder.")
]
Device: TypeAlias = Annotated[
    str, typer.Option("--device", metavar="NAME", help="Where the model runs: auto, cpu, cuda or mps.")
]
Dtype: TypeAlias = Annotated[
    str,
    typer.Option("--dtype", metavar="NAME", help="The model's numbers: auto, float32, bfloat16, or int8 (on the CPU)."),
]
Beam: TypeAlias = Annotated[
    int, typer.Option("--beam", min=1, metavar="N", help="Trees kept at a time: 1 (greedy) to 1000.")
]
Style: TypeAlias = Annotated[
    str | None,
    typer.Option("--style", metavar="NAME", help="The annotation style to parse in, for a model that knows some."),
]

LookAhead: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--look-ahead",
        metavar="K",
        min=0,
        help="Place each word when only K words after it are known; nothing later changes it. Default: all are known.",
        show_default=False,
    ),
]


def _unless_hyphen(path: Path | None) -> Path | None:
    return None if path == Path("-") else path


Output: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--output", "-o", metavar="FILE", help="Write here, not to standard output (-).", callback=_unless_hyphen
    ),
]


@contextmanager
def opened_output(output: Path | None) -> Iterator[TextIO]:
    """Where that option leads to."""
    if output is None:
        check_output()
        yield sys.stdout
    else:
        with written_atomically(output) as stream:
            yield stream
