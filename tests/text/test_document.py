from __future__ import annotations

from rightmost.text.document import Document, Sentence, Word
from rightmost.trees.tree import Tree


def test_the_trees_of_a_document():
    tree = Tree.from_string("(S (VP (VB Go)))")
    document = Document("Go", (Sentence("Go", 0, 2, words=(Word("Go", 0, 2),), tree=tree),))
    assert document.trees == (tree,)


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
