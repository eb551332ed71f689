from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightmost.training.data.noise import (
    curly,
    headline,
    lower_cased,
    noisy,
    over_words,
    upper_cased,
    with_capitals,
    with_typos,
    without_apostrophes,
    without_final_punctuation,
)
from rightmost.trees.tree import Leaf, Tree
from strategies import ARTHUR, trees

CHANGES = {
    "lower": lower_cased,
    "upper": upper_cased,
    "curly": curly,
    "headline": headline,
    "capitals": with_capitals,
    "apostrophes": without_apostrophes,
    "typos": lambda words: with_typos(words, Random(1), share=0.5),
}
any_words = st.lists(st.text(max_size=8) | st.sampled_from(["``", "''", '"', "'", "’", "-", "--", "Arthur"]))


@pytest.mark.parametrize("name", CHANGES)
@given(words=any_words)
def test_equally_many_words_none_of_them_lost(name, words):
    changed = CHANGES[name](words)
    assert len(changed) == len(words)
    assert [not word for word in changed] == [not word for word in words]


@pytest.mark.parametrize("name", CHANGES)
@given(tree=trees())
def test_brackets_and_tags_stay(name, tree):
    changed = over_words(CHANGES[name])(tree)
    assert changed.words == CHANGES[name](tree.words)
    assert (changed.tags, changed.spans()) == (tree.tags, tree.spans())


def test_cases():
    assert lower_cased(["Arthur", "IS", "-LRB-"]) == ("arthur", "is", "-lrb-")
    assert upper_cased(["Arthur", "is"]) == ("ARTHUR", "IS")
    assert headline(["king", "éclair", "n't", "'s", "42nd", ""]) == ("King", "Éclair", "n't", "'s", "42nd", "")


def test_some_words_get_capitals_and_always_the_same():
    sentences = [[f"word{place}" for place in range(20)] + [str(number)] for number in range(50)]
    changed = [with_capitals(words) for words in sentences]
    assert changed == [with_capitals(words) for words in sentences]
    shares = [sum(word[0] == "W" for word in words) / 20 for words in changed]
    assert 0.25 < sum(shares) / 50 < 0.35
    assert min(shares) < 0.1
    assert max(shares) > 0.5
    assert len({words[:20] for words in changed}) > 40


@pytest.mark.parametrize(
    "kept",
    [
        "(S (NP (PRP I)) (VP (VBP 'm) (ADJP (JJ late))))",
        "(S (NP (NNP Arthur)) (VP (VBZ rides)))",
        "(SQ (VBZ Is) (NP (PRP it)) (ADJP (JJ late)))",
        "(S (NP (PRP I)))",
        "(S (S (NP (NN rain)) (VP (VBD fell))) (CC and) (S (NP (PRP I)) (VP (VBD slept))))",
        "(S (S (S (NP (PRP I)) (VP (VBD slept)))) (CC and) (S (NP (PRP it)) (VP (VBD rained))))",
    ],
)
def test_other_subjects_are_kept(kept):
    assert str(noisy(Tree.from_string(kept), ["no-subject"])) == kept


@pytest.mark.parametrize(
    ("said", "fused"),
    [
        ("(VP (MD ca) (RB n’t) (VP (VB go)))", "(VP (MD cant) (VP (VB go)))"),
        ("(SQ (VBZ Is) (RB n't) (NP (PRP it)))", "(SQ (VBZ Isnt) (NP (PRP it)))"),
        ("(S (VP (VBZ is) (RB n't)) (VP (VBZ is) (RB n't)))", "(S (VP (VBZ isnt)) (VP (VBZ isnt)))"),
        ("(VP (VBP do) (RB n't) (NP (PRP I)) (VBP do) (RB n't))", "(VP (VBP dont) (NP (PRP I)) (VBP dont))"),
        ("(VP (VBP do) (RB not) (VP (VB go)))", None),
        ("(VP (: --) (RB n't))", None),
        ("(VP (RB n't) (VP (VB go)))", None),
        ("(VP (ADVP (RB so)) (RB n't))", None),
    ],
)
def test_negatives_in_one_word(said, fused):
    assert str(noisy(Tree.from_string(said), ["fused-negatives"])) == (fused or said)


def test_old_spelling():
    tree = Tree.from_string("(NP (NN today) (NN Tonight) (NN tomorrow) (NN tomorrows) (NN Monday))")
    assert noisy(tree, ["old-spelling"]).words == ("to-day", "To-night", "to-morrow", "tomorrows", "Monday")


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("(VP (VBD rode) (PP (IN to) (NP (NN war))))", "(VP (VBD rode))"),
        ("(VP (VBP ride) (ADVP (RB often)) (PP (IN to) (NP (NN war))))", "(VP (VBP ride))"),
        ("(VP (VBD rode))", None),
        ("(VP (VBD rode) (NP (NNS horses)) (PP (IN to) (NP (NN war))))", None),
        ("(VP (VBD rode) (, ,) (ADVP (RB sadly)))", None),
        ("(VP (VBZ is) (PP (IN at) (NP (NN war))))", None),
        ("(VP (VBZ ’s) (PP (IN at) (NP (NN war))))", None),
        ("(VP (VBP seem) (PP (IN at) (NP (NN war))))", None),
        ("(VP (MD will) (VP (VB ride) (PP (IN to) (NP (NN war)))))", None),
    ],
)
def test_short_sentences_end_with_their_verb(said, left):
    for frame in ("(S (NP (NNP Arthur)) {} (. .))", "(S (NP (NP (NNS Knights)) (PP (IN of) (NP (NN old)))) {} (. !))"):
        assert str(noisy(Tree.from_string(frame.format(said)), ["short"])) == frame.format(left or said)
    for frame in ("(S (NP (NNP Arthur)) {})", "(S {} (. .))", "(SINV (NP (NNP Arthur)) {} (. .))"):
        assert str(noisy(Tree.from_string(frame.format(said)), ["short"])) == frame.format(said)


@pytest.mark.parametrize(
    ("said", "wired"),
    [
        ("(S (NP (DT The) (NN king)) (VP (VBZ is) (VP (VBN seen))))", "(S (NP (NN King)) (VP (VBN seen)))"),
        ("(S (NP (NNP Arthur)) (VP (MD will) (VP (VB go))))", "(S (NP (NNP Arthur)) (VP (TO to) (VP (VB go))))"),
        ("(S (NP (DT the) (NP (NN king))) (VP (VBZ goes)))", "(S (NP (NN King)) (VP (VBZ goes)))"),
        ("(S (NP (DT the)) (VP (VBZ goes)))", None),
        ("(S (NP (DT This) (NN king)) (VP (VBZ is) (VP (VBG going))))", None),
        ("(S (NP (NN King)) (VP (MD will) (RB not) (VP (VB go))))", None),
        ("(S (NP (QP (DT A) (CD third))) (VP (VBD got) (VP (VBN killed))))", None),
        ("(S (NP (NNS Knights)) (SBAR (WHNP (WDT that)) (S (VP (VBP are) (VP (VBN seen))))) (VP (VBP go)))", None),
        ("(NP (DT The) (NN king))", None),
        ("(S (NP (NNS iPhones)) (VP (VBP ring)))", None),
    ],
)
def test_telegrams_leave_small_words_out(said, wired):
    assert str(noisy(Tree.from_string(said), ["telegram"])) == (wired or said)


def test_noises_by_name_follow_one_another():
    tree = Tree.from_string("(S (NP (NNP Arthur)) (VP (VBZ rides)) (. .))")
    assert str(noisy(tree, ["headline", "no-final-punctuation"])) == "(S (NP (NNP Arthur)) (VP (VBZ Rides)))"
    assert noisy(tree, ["curly", "no-apostrophes", "lower-case"]).words == ("arthur", "rides", ".")
    assert noisy(tree, ["capitals"]).tags == tree.tags
    seen = Tree.from_string("(S (NP (DT The) (NN king)) (VP (VBZ is) (VP (VBN seen))))")
    assert noisy(seen, ["headline", "telegram"]) == noisy(seen, ["telegram", "headline"])
    assert noisy(tree, []) is tree


@pytest.mark.parametrize(
    ("plain", "printed"),
    [
        ("`` Go ''", "“ Go ”"),
        ('" Go " or " stay "', "“ Go ” or “ stay ”"),
        ("`` Go \" or `` stay ''", "“ Go ” or “ stay ”"),
        ("do n't Arthur 's knights '", "do n’t Arthur ’s knights ’"),
        ("` Go '", "‘ Go ’"),
        ("-- - --- well-known 1990-95", "— – — well-known 1990–95"),
        ("well ... Go...", "well … Go…"),
        ("``Go''", "“Go”"),
    ],
)
def test_curly(plain, printed):
    assert curly(plain.split()) == tuple(printed.split())


# -- typos --------------------------------------------------------------------------------------------

letters = st.text(alphabet="abcdé", min_size=4, max_size=9)


@given(letters, st.integers(0, 10**6))
def test_a_slip_swaps_two_neighbours_or_leaves_one_out(word, seed):
    (slipped,) = with_typos([word], Random(seed), share=1.0)
    swapped = {word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in range(1, len(word) - 1)}
    dropped = {word[:at] + word[at + 1 :] for at in range(1, len(word))}
    assert slipped in swapped | dropped
    assert slipped != word
    assert slipped[0] == word[0]


def test_both_kinds_of_slips_come():
    slipped = {with_typos(["Arthur"], Random(seed), share=1.0)[0] for seed in range(200)}
    assert {len(word) for word in slipped} == {5, 6}
    assert len(slipped) == 9, "4 swaps; 5 letters left out"


def test_only_words_of_letters_and_not_the_shortest():
    words = ["of", "the", "1990", "n't", "U.S.A.", "", "-LRB-", "well-known"]
    assert with_typos(words, Random(0), share=1.0) == tuple(words)


def test_the_share_of_slips_and_their_seed():
    words = ["Britons"] * 10_000
    slipped = with_typos(words, Random(3), share=0.1)
    assert 900 < sum(one != other for one, other in zip(words, slipped)) < 1100
    assert with_typos(words, Random(3), share=0.1) == slipped
    assert with_typos(words, Random(4), share=0.1) != slipped
    assert with_typos(words, Random(3), share=0.0) == tuple(words)


# -- without the full stop ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tree", "left"),
    [
        ("(S (NP (NNP Arthur)) (VP (VBZ rides)) (. .))", "(S (NP (NNP Arthur)) (VP (VBZ rides)))"),
        ("(FRAG (NP (DT a) (NN swallow)) (. ?))", "(FRAG (NP (DT a) (NN swallow)))"),
        ("(S (`` ``) (VP (VB Go)) (. !) ('' ''))", "(S (`` ``) (VP (VB Go)) ('' ''))"),
        ("(S (-LRB- -LRB-) (VP (VB Go)) (. .) (-RRB- -RRB-))", "(S (-LRB- -LRB-) (VP (VB Go)) (-RRB- -RRB-))"),
        ("(S (VP (VB Go)) (X (Y (. .))))", "(S (VP (VB Go)))"),
        ("(S (S (VP (VB Go)) (, ,)) (. .))", "(S (VP (VB Go)) (, ,))"),
        ("(S (S (S (VP (VB Go))) (. .)) (. .))", "(S (S (VP (VB Go))) (. .))"),
        ("(S (VP (VB Go)) (. .) (. .))", "(S (VP (VB Go)) (. .))"),
    ],
)
def test_the_full_stop_goes_and_what_stood_over_it(tree, left):
    assert str(without_final_punctuation(Tree.from_string(tree))) == left


@pytest.mark.parametrize(
    "tree",
    [
        ARTHUR,
        "(X (. .))",
        "(X (Y (. .)))",
        "(X ('' ''))",
        "(S (VP (VB Go)) (. .) (NP (NNP Arthur)))",
        "(S (VP (VB Go)) (: ;))",
    ],
)
def test_a_tree_that_stays_as_it_is(tree):
    assert str(without_final_punctuation(Tree.from_string(tree))) == tree


@given(trees())
def test_never_more_than_one_word_goes(tree):
    stopped = Tree("S", [tree, Leaf(".", ".")])
    left = without_final_punctuation(stopped)
    assert left.words == tree.words
    assert left.tags == tree.tags
    assert set(left.spans()) == set(stopped.spans()) - {(0, len(tree.words) + 1, "S")} | {(0, len(tree.words), "S")}
