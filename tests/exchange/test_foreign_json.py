from __future__ import annotations

import io
import json

import pytest

from rightmost.errors import RightmostError
from rightmost.exchange.foreign_json import read_corenlp, read_stanza
from rightmost.exchange.given import GivenSentence
from rightmost.trees.tree import Tree

STANZA = [
    [
        {"id": 1, "text": "He", "upos": "PRON", "xpos": "PRP", "start_char": 0, "end_char": 2},
        {"id": [2, 3], "text": "isn't", "start_char": 3, "end_char": 8},
        {"id": 2, "text": "is", "xpos": "VBZ"},
        {"id": 3, "text": "n't", "xpos": "RB"},
    ],
    [{"id": 1, "text": "Ride", "upos": "VERB", "start_char": 10, "end_char": 14}],
]
CORENLP = {
    "docId": "king",
    "sentences": [
        {
            "index": 0,
            "parse": "(ROOT\n  (NP (-LRB- -LRB-) (DT a) (NN king)))",
            "tokens": [
                {"index": 1, "word": "-LRB-", "originalText": "(", "pos": "-LRB-", "characterOffsetBegin": 0,
                 "characterOffsetEnd": 1},
                {"index": 2, "word": "a", "originalText": "a", "pos": "DT", "characterOffsetBegin": 1,
                 "characterOffsetEnd": 2},
                {"index": 3, "word": "king", "originalText": "king", "pos": "NN", "characterOffsetBegin": 3,
                 "characterOffsetEnd": 7},
            ],
        },
        {"index": 1, "parse": "(X (. SENTENCE_SKIPPED_OR_UNPARSABLE))", "tokens": [{"index": 1, "word": "-RRB-"}]},
        {"index": 2, "tokens": [{"index": 1, "word": "Ride"}]},
    ],
}  # fmt: skip


def text_of(value: object) -> io.StringIO:
    return io.StringIO(json.dumps(value))


def test_stanza():
    first, second = read_stanza(text_of(STANZA))
    assert first == GivenSentence(("He", "is", "n't"), ("PRP", "VBZ", "RB"), None, None)
    assert second == GivenSentence(("Ride",), None, ((10, 14),), None)


def test_corenlp():
    first, second, third = read_corenlp(text_of(CORENLP))
    assert first.words == ("(", "a", "king")
    assert (first.tags, first.places) == (("-LRB-", "DT", "NN"), ((0, 1), (1, 2), (3, 7)))
    assert first.tree == Tree.from_string("(NP (-LRB- -LRB-) (DT a) (NN king))")
    assert second == GivenSentence((")",))
    assert third == GivenSentence(("Ride",))


@pytest.mark.parametrize(
    ("read", "value", "message"),
    [
        (read_stanza, {}, "<stream>: the document is {}; expected a list"),
        (read_stanza, [{}], "<stream>: sentence 1 is {}; expected a list"),
        (read_stanza, [["He"]], "<stream>: sentence 1: 'He' where an object was expected"),
        (read_stanza, [[{"id": 1}]], r"<stream>: sentence 1: {'id': 1} has no 'text' for a word"),
        (read_stanza, [[{"text": "He", "xpos": 5}]], "sentence 1: 'xpos' is 5; expected a string"),
        (read_corenlp, [], r"<stream>: \[\] where an object was expected"),
        (read_corenlp, {}, "<stream>: 'sentences' is None; expected a list"),
        (read_corenlp, {"sentences": [{}]}, "sentence 1: 'tokens' is None; expected a list"),
        (read_corenlp, {"sentences": [{"tokens": [{"word": "a"}], "parse": "(S"}]}, "sentence 1: 'parse': 1:"),
        (read_corenlp, {"sentences": [{"tokens": [], "parse": "(S (A a))"}]}, "a tree of 1 words for a sentence of 0"),
    ],
)
def test_what_is_no_such_document(read, value, message):
    with pytest.raises(RightmostError, match=message):
        list(read(text_of(value)))


@pytest.mark.parametrize("read", [read_stanza, read_corenlp])
def test_what_is_no_json(read):
    with pytest.raises(RightmostError, match="<stream>:1:2: not JSON: Expecting property name"):
        list(read(io.StringIO("{")))
    with pytest.raises(RightmostError, match="<stream>: JSON nested too deeply"):
        list(read(io.StringIO("[" * 200_000)))
