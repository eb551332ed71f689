from __future__ import annotations

from collections import Counter

import pytest
from english.insertions import with_absolute, with_chat_word, with_number, with_speaker, with_vocative
from hypothesis import given
from hypothesis import strategies as st

from rightmost.trees.tree import Leaf, Tree
from strategies import trees

INSERTIONS = [with_absolute, with_chat_word, with_number, with_speaker, with_vocative]
GLAD = "(VP (VBP am) (ADJP (JJ glad)))"
I_AM = f"(S (NP (PRP I)) {GLAD} (. .))"
WHO = "(SBARQ (WHNP (WP Who)) (SQ (VBZ is) (NP (PRP it))) (. ?))"
HE = "(S (NP (PRP He)) (VP (VBD went) (ADVP (RB home))) (. .))"
QUOTED = f"(S (`` ``) (NP (PRP I)) {GLAD} (. .) ('' ''))"

LEAVES = st.builds(
    Leaf,
    st.sampled_from(["I", "he", "She", "is", "n't", "'s", "go", ".", ",", ""]),
    st.sampled_from(["PRP", "VB", "VBD", ".", ",", ":", "``", "''", "LS", "CC", "POS"]),
)
SENTENCES = trees(leaf=LEAVES, label=st.sampled_from(["S", "SQ", "SBARQ", "SBAR", "NP", "VP", "TOP", "."])).map(
    lambda tree: Tree(tree.label, [*tree.children, Leaf(".", ".")])
)


@pytest.mark.parametrize("said", [I_AM, WHO, HE, "(S (VP (VB Go)) (. !))"])
def test_somebody_is_spoken_to(said):
    tree = Tree.from_string(said)
    made = with_vocative(tree)
    *before, comma, spoken_to, mark = made.children
    assert (*before, mark) == tree.children
    assert comma == Leaf(",", ",")
    assert isinstance(spoken_to, Tree)
    assert spoken_to.label == "NP"
    assert with_vocative(Tree.from_string(said)) == made


@pytest.mark.parametrize("said", [I_AM, WHO, HE])
def test_chat_words_stand_for_the_mark(said):
    tree = Tree.from_string(said)
    made = with_chat_word(tree)
    assert made.children[:-1] == tree.children[:-1]
    assert str(made.children[-1]).startswith("(INTJ (UH ")


@pytest.mark.parametrize("said", [I_AM, WHO, "(S (NP (DT The) (NNP Court)) (VP (VBZ agrees)) (. .))"])
def test_paragraphs_have_numbers(said):
    number, *rest = with_number(Tree.from_string(said)).children
    assert tuple(rest) == Tree.from_string(said).children
    assert isinstance(number, Tree)
    assert number.label == "LST"
    assert number.tags in {("LS",), ("LS", ".")}
    assert "".join(number.words).removesuffix(".").isdigit()


def test_both_ways_to_write_a_number_come():
    made = [with_number(Tree.from_string(I_AM.replace("glad", f"glad{number}"))) for number in range(40)]
    assert {tree.children[0].tags for tree in made} == {("LS",), ("LS", ".")}
    assert len({tree.words[0] for tree in made}) > 10


@pytest.mark.parametrize(("who", "whose"), [("He", "his"), ("she", "her")])
def test_absolutes_are_about_the_subject(who, whose):
    for number in range(20):
        tree = Tree.from_string(HE.replace("He", who).replace("home", f"home{number}"))
        subject, verb, mark = with_absolute(tree).children
        assert (subject, mark) == (tree.children[0], tree.children[-1])
        *before, comma, absolute = verb.children
        assert tuple(before) == tree.children[1].children
        assert comma == Leaf(",", ",")
        assert absolute.label == "S"
        assert absolute.words[0] == whose


@pytest.mark.parametrize(
    "said",
    [
        I_AM,
        WHO,
        HE,
        "(S (NP (PRP You)) (VP (VBP say) (SBAR (IN that) (S (NP (NN rain)) (VP (VBZ is) (ADJP (JJ wet)))))) (. .))",
        "(S (NP (PRP I)) (VP (VBP know) (, ,) (SBAR (S (NP (PRP I)) (VP (VBP do) (RB n't) (VP (VB go)))))) (. .))",
    ],
)
def test_a_speaker_is_named_within_the_speech(said):
    tree = Tree.from_string(said)
    made = with_speaker(tree)
    tags = made.tags
    assert (tags[0], tags[-1]) == ("``", "''")
    assert (tags.count("``"), tags.count("''")) == (2, 2)
    (aside,) = [node for node in made.nodes() if node.label == "PRN"]
    start = tags.index("''", 1) + 1
    end = start + len(aside.words)
    assert made.words[start:end] == aside.words
    assert tags[end : end + 2] == (",", "``")
    kept = [*range(1, start - 2), *range(end + 2, len(tags) - 1)]
    assert tuple(made.leaves[place] for place in kept) == tree.leaves
    assert made.words[end + 2] != "n't"

    def in_original(span):
        return (sum(place < span.left for place in kept), sum(place < span.right for place in kept), span.label)

    assert Counter(map(in_original, made.spans())) >= Counter(map(tuple, tree.spans()))


def test_speakers_come_behind_any_part_but_never_before_a_clitic():
    said = "(S (NP (PRP I)) (VP (VBP do) (RB n't) (VP (VB go) (ADVP (RB home{})))) (. .))"
    behind = set()
    for number in range(40):
        words = with_speaker(Tree.from_string(said.format(number))).words
        behind.add(words[words.index(",") - 1])
    assert behind == {"n't", "go"}


@pytest.mark.parametrize("insertion", INSERTIONS)
@pytest.mark.parametrize(
    "kept",
    [
        QUOTED,
        "(S (NP (PRP I)) (VP (VBP see)))",
        "(NP (NN rain) (. .))",
        "(S (. .))",
        "(SQ (VB Go))",
        "(FRAG (NP (PRP I)) (. .))",
    ],
)
def test_no_place_for_it(insertion, kept):
    tree = Tree.from_string(kept)
    assert insertion(tree) is tree


@pytest.mark.parametrize(
    ("insertion", "kept"),
    [
        (with_vocative, "(S (NP (NNP Arthur)) (VP (VBZ rides)) (. .))"),
        (with_chat_word, "(S (S (NP (PRP I)) (VP (VBP see))) (CC and) (S (NP (PRP I)) (VP (VBP go))) (. .))"),
        (with_number, f"(S (LST (LS 1)) (NP (PRP I)) {GLAD} (. .))"),
        (with_absolute, I_AM),
        (with_absolute, "(S (NP (PRP He)) (VP (VBZ goes)) (. .))"),
        (with_absolute, "(S (NP (PRP He)) (VP (VBD went) (S (VP (TO to) (VP (VB see))))) (. .))"),
        (with_absolute, "(S (NP (PRP He)) (VP (VBD went)))"),
        (with_speaker, "(S (NP (PRP I)) (VP (VBP see)) (. .))"),
        (with_speaker, "(S (NP (PRP I)) (VP (VBP am) (RB n't)) (. .))"),
        (with_speaker, "(S (NP (PRP I)) (VP (VBP see) (, ,) (NP (PRP it))) (. .))"),
    ],
)
def test_no_place_for_this_one(insertion, kept):
    tree = Tree.from_string(kept)
    assert insertion(tree) is tree


@pytest.mark.parametrize("insertion", INSERTIONS)
@given(trees() | SENTENCES)
def test_any_tree_keeps_its_words_and_always_gets_the_same(insertion, tree):
    made = insertion(tree)
    assert insertion(Tree.from_flat(tree.flat)) == made
    words = iter(made.words)
    kept = tree.words[:-1] if insertion is with_chat_word and made is not tree else tree.words
    assert all(word in words for word in kept), "they come in the same order"


@pytest.mark.parametrize("insertion", INSERTIONS)
@pytest.mark.parametrize("label", ["S", "SQ", "VP"])
def test_no_depth_is_too_much(insertion, label):
    right = left = Tree(label, [Leaf("I", "PRP")])
    for _ in range(10_000):
        right, left = Tree(label, [Leaf("do", "VB"), right]), Tree(label, [left, Leaf("do", "VB")])
    for tree in (right, left, Tree("VP", [right]), Tree("NP", [left])):
        whole = Tree("S", [tree, Leaf(".", ".")])
        assert len(insertion(whole).words) >= len(whole.words)
