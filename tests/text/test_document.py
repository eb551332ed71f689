from __future__ import annotations

import json

import rightmost
from rightmost.text.document import Document, Sentence, Word
from rightmost.trees.tree import Tree

TREE = Tree.from_string("(S (VP (VB Go) (NP (PRP you))))")
WORDS = (Word("Go", 1, 3), Word("you", 4, 7))
SENTENCE = Sentence("Go you", 1, 7, words=WORDS, tree=TREE)
DOCUMENT = Document(" Go you", (SENTENCE,))


def test_the_trees_of_a_document():
    assert DOCUMENT.trees == (TREE,)


def test_they_are_public():
    assert (rightmost.Document, rightmost.Sentence, rightmost.Word) == (Document, Sentence, Word)


def test_places_in_json():
    assert json.loads(DOCUMENT.to_json()) == DOCUMENT.to_dict() == {
        "text": " Go you",
        "sentences": [
            {
                "text": "Go you",
                "start": 1,
                "end": 7,
                "words": [
                    {"text": "Go", "start": 1, "end": 3, "tag": "VB"},
                    {"text": "you", "start": 4, "end": 7, "tag": "PRP"},
                ],
                "tree": str(TREE),
                "spans": [[0, 2, "S"], [0, 2, "VP"], [1, 2, "NP"]],
            }
        ],
    }  # fmt: skip
    assert "\n" not in DOCUMENT.to_json()
    assert "\n  " in DOCUMENT.to_json(indent=2)
    assert "ö" in Document("ö", ()).to_json()


def test_confidence_in_json():
    sure = Tree.from_flat(TREE.flat, confidence=lambda tree: dict.fromkeys(tree.spans(), 0.5))
    assert Sentence("Go you", 1, 7, WORDS, sure).to_dict()["confidence"] == [0.5, 0.5, 0.5]


def test_what_they_look_like():
    assert repr(WORDS[0]) == "Word('Go', 1, 3)"
    assert eval(repr(WORDS[0])) == WORDS[0]
    assert repr(SENTENCE) == "<Sentence 1:7 of 2 words: 'Go you'>"
    assert repr(DOCUMENT) == "<Document of 1 sentence, 2 words: ' Go you'>"
    assert repr(Document("", ())) == "<Document of 0 sentences, 0 words: ''>"
    assert len(repr(Document("x" * 1000, ()))) < 100


def test_a_notebook_shows_them():
    assert DOCUMENT._repr_html_() == SENTENCE._repr_html_()
    assert "<p>Go you</p>\n<svg" in DOCUMENT._repr_html_()


def test_nodes_slice_the_text():
    text = "Arthur  is\nKing. He rides."
    first = Tree.from_string("(S (NP (NNP Arthur)) (VP (VBZ is) (NP (NN King))) (. .))")
    second = Tree.from_string("(S (NP (PRP He)) (VP (VBZ rides)) (. .))")
    sentences = []
    for tree in (first, second):
        words, end = [], sentences[-1].end if sentences else 0
        for word in tree.words:
            start = text.index(word, end)
            end = start + len(word)
            words.append(Word(word, start, end))
        sentences.append(Sentence(text[words[0].start : end], words[0].start, end, tuple(words), tree))
    document = Document(text, tuple(sentences))
    assert [text[node.start : node.end] for node in document.find_all("VP")] == ["is\nKing", "rides"]
    for sentence in sentences:
        for node in sentence.root.preorder():
            assert (
                text[node.start : node.end].split()
                == " ".join(node.words).replace("King .", "King.").replace("rides .", "rides.").split()
            )
