"""The treebanks that `prepare` knows by name."""

from __future__ import annotations

from collections.abc import Mapping

from rightmost.corpora import bracketed as brackets
from rightmost.corpora import craft, ctb, genia, gum, masc, ptb, wsj_sample
from rightmost.corpora.corpus import Corpus
from rightmost.errors import BadUsage

_ALL = (
    ptb.CORPUS,
    ctb.CORPUS,
    craft.CORPUS,
    genia.CORPUS,
    gum.CORPUS,
    gum.OPEN_CORPUS,
    masc.CORPUS,
    wsj_sample.CORPUS,
    brackets.CORPUS,
)
CORPORA: Mapping[str, Corpus] = {corpus.name: corpus for corpus in _ALL}


def corpus_named(name: str) -> Corpus:
    """The treebank called `name`."""
    if name not in CORPORA:
        raise BadUsage(f"unknown corpus {name!r}; allowed: {', '.join(CORPORA)}")
    return CORPORA[name]
