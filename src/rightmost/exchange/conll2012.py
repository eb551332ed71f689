"""Trees in the columns of the CoNLL-2012 shared task: what is not known is `-`, or `*` for names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rightmost.errors import BadUsage
from rightmost.exchange.tree_steps import pieces
from rightmost.trees.normalise import with_wrapper
from rightmost.trees.tree import Tree


def conll2012(trees: Iterable[Tree], document: str = "document", *, part: int = 0) -> Iterator[str]:
    """The lines of a document, without line ends: a line a word, an empty line after each sentence.

    Columns: document, part, word number from 0, word, tag, parse bit, lemma, frameset, sense, speaker, named entity,
    coreference. A parse bit is what opens before the word, `*`, and what closes after it.

    >>> lines = list(conll2012([Tree.from_string("(S (NP (NNP Arthur)) (VP (VBZ is)))")], "king"))
    >>> [" ".join(line.split()[:6]) for line in lines[:3]]
    ['#begin document (king); part 000', 'king 0 0 Arthur NNP (TOP(S(NP*)', 'king 0 1 is VBZ (VP*)))']
    """
    if not document or any(character.isspace() or character in "()" for character in document):
        raise BadUsage(f"a document named {document!r}; give a name without white space and brackets")
    if part < 0:
        raise BadUsage(f"part {part} of a document; parts begin at 0")
    yield f"#begin document ({document}); part {part:03}"
    for tree in trees:
        for number, (word, tag, bit) in enumerate(_bits(tree)):
            unknown = ["-", "-", "-", "-", "*", "-"]
            yield " ".join([document, str(part), str(number), word, tag, bit, *unknown])
        yield ""
    yield "#end document"


def _bits(tree: Tree) -> Iterator[tuple[str, str, str]]:
    opened = ""
    for name, word, closes in pieces(with_wrapper(tree)):
        if word is None:
            opened += f"({name}"
        else:
            yield word, name, f"{opened}*{')' * closes}"
            opened = ""
