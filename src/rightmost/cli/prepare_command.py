"""`rightmost prepare CORPUS SOURCE OUT`: from a published treebank to train, dev and test files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rightmost.corpora import bracketed as brackets
from rightmost.corpora.corpus import Corpus
from rightmost.corpora.manifest import Manifest
from rightmost.corpora.prepare import prepare
from rightmost.corpora.registry import CORPORA, corpus_named
from rightmost.errors import BadUsage


def command(
    corpus: Annotated[str, typer.Argument(help=f"one of {', '.join(CORPORA)}", metavar="CORPUS")],
    source: Annotated[
        Path, typer.Argument(help="the corpus as published (see docs/CORPORA.md)", metavar="SOURCE", readable=False)
    ],
    out: Annotated[Path, typer.Argument(help="the folder to write", metavar="OUT")],
    incomplete: Annotated[
        bool, typer.Option("--incomplete", help="prepare what is there, although documents are missing")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="replace an OUT that prepare wrote before")] = False,
    split: Annotated[str | None, typer.Option(help="brackets only: shares as 0.9,0.05,0.05", metavar="SHARES")] = None,
    seed: Annotated[int | None, typer.Option(help="brackets only: the seed of the random split")] = None,
) -> None:
    """Write train.txt, dev.txt and test.txt, one tree a line, and manifest.json: all or nothing."""
    manifest = prepare(_chosen(corpus, split, seed), source, out, incomplete=incomplete, force=force)
    for warning in manifest.warnings:
        typer.echo(f"rightmost: warning: {corpus}: {warning}", err=True)
    typer.echo(table(manifest))


def table(manifest: Manifest) -> str:
    """What was written, one row a split."""
    rows = [("split", "trees", "words")]
    rows += [(split, str(file.trees), str(file.words)) for split, file in manifest.splits.items()]
    return "\n".join(f"{split:<6}{trees:>10}{words:>12}" for split, trees, words in rows)


def _chosen(name: str, split: str | None, seed: int | None) -> Corpus:
    corpus = corpus_named(name)
    if split is None and seed is None:
        return corpus
    if name != "brackets":
        raise BadUsage(f"{name} has its own split; --split and --seed are for brackets only: leave them out")
    return brackets.corpus(shares=None if split is None else _shares(split), seed=seed or 0)


def _shares(text: str) -> tuple[float, ...]:
    try:
        return tuple(float(share) for share in text.split(","))
    except ValueError:
        raise BadUsage(f"--split {text!r} is not three numbers; give shares of train,dev,test as 0.8,0.1,0.1") from None
