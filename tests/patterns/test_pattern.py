"""Patterns against a brute force over all pairs of nodes, and what a user sees of them."""

from __future__ import annotations

import pickle
import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rightmost
from patterns.reference import PAIRS, RELATIONS, RandomPattern, all_ways, random_tree
from rightmost.errors import RightmostError
from rightmost.patterns.operation_grammar import operations
from rightmost.patterns.pattern import Pattern
from rightmost.trees.heads import HeadRule, HeadTable
from rightmost.trees.index import TreeIndex
from rightmost.trees.tree import Leaf, Tree
from strategies import ARTHUR, trees


def check_random_patterns(count: int, seed: int) -> int:
    """Matches of random patterns in random trees, in order, against the brute force; says how many were found."""
    choose = random.Random(seed)
    found = 0
    for _ in range(count):
        term = RandomPattern(choose).term()
        pattern = Pattern(str(term).removeprefix("(").removesuffix(")") if term.condition else str(term))
        for tree in (random_tree(choose), random_tree(choose)):
            expected = all_ways(term, tree)
            matches = pattern.find(tree)
            got = [
                (match.node.number, {name: node.number for name, node in match.names.items()} | variables(match))
                for match in matches
            ]
            assert got == expected, f"{pattern.text} in {tree}"
            roots = list(dict.fromkeys(number for number, _ in expected))
            assert [node.number for node in pattern.nodes(tree)] == roots, f"{pattern.text} in {tree}"
            assert pattern.matches(tree) == bool(roots)
            distinct = pattern.find(tree, distinct=True)
            assert list(dict.fromkeys(map(key, matches))) == list(map(key, distinct)), f"{pattern.text} in {tree}"
            found += len(expected)
    return found


def key(match):
    return match.node.number, tuple((name, node.number) for name, node in match.names.items()), str(match.variables)


def variables(match):
    return {f"%{name}": value for name, value in match.variables.items()}


def test_random_patterns_match_as_by_brute_force():
    assert check_random_patterns(400, seed=1) > 400


@pytest.mark.slow
def test_many_random_patterns_match_as_by_brute_force():
    assert check_random_patterns(5_000, seed=2) > 5_000


RIDE = "(S (NP (DT the) (NN king)) (VP (VBZ rides) (NP (DT a) (NN horse)) (PP (IN to) (NP (NNP Camelot)))))"

#: Each pattern `A relation B`: the words under each A that matches, and under each A that matches the negation.
BY_HAND = [
    ("NP < DT", "the king|a horse", "Camelot"),
    ("NP > VP", "a horse", "the king|Camelot"),
    ("NP << horse", "a horse", "the king|Camelot"),
    ("NP >> VP", "a horse|Camelot", "the king"),
    ("NP <, DT", "the king|a horse", "Camelot"),
    ("NP <, NN", "", "the king|a horse|Camelot"),
    ("NP >, S", "the king", "a horse|Camelot"),
    ("NP <- NN", "the king|a horse", "Camelot"),
    ("NP <' NN", "the king|a horse", "Camelot"),
    ("NP <` NN", "the king|a horse", "Camelot"),
    ("NP >- PP", "Camelot", "the king|a horse"),
    ("NP >' PP", "Camelot", "the king|a horse"),
    ("NP >` VP", "", "the king|a horse|Camelot"),
    ("NP <: NNP", "Camelot", "the king|a horse"),
    ("NP <: NN", "", "the king|a horse|Camelot"),
    ("__ >: NP", "Camelot", None),
    ("NN >: NP", "", "king|horse"),
    ("NP <1 DT", "the king|a horse", "Camelot"),
    ("NP <2 NN", "the king|a horse", "Camelot"),
    ("VP <3 PP", "rides a horse to Camelot", ""),
    ("VP <4 __", "", "rides a horse to Camelot"),
    ("NP <-1 NN", "the king|a horse", "Camelot"),
    ("NP <-2 DT", "the king|a horse", "Camelot"),
    ("NP >2 VP", "a horse", "the king|Camelot"),
    ("NP >-1 PP", "Camelot", "the king|a horse"),
    ("NP >-2 VP", "a horse", "the king|Camelot"),
    ("NP <<, the", "the king", "a horse|Camelot"),
    ("S|VP <<, NP", "the king rides a horse to Camelot", "rides a horse to Camelot"),
    ("DT >>, S", "the", "a"),
    ("NP <<- NNP", "Camelot", "the king|a horse"),
    ("S|VP|PP <<- Camelot", "the king rides a horse to Camelot|rides a horse to Camelot|to Camelot", ""),
    ("NP <<' horse", "a horse", "the king|Camelot"),
    ("NP <<` horse", "a horse", "the king|Camelot"),
    ("NP >>- VP", "Camelot", "the king|a horse"),
    ("NP >>' S", "Camelot", "the king|a horse"),
    ("NP >>` S", "Camelot", "the king|a horse"),
    ("NP|PP <<: Camelot", "Camelot", "the king|a horse|to Camelot"),
    ("NNP >>: NP", "Camelot", ""),
    ("NNP >>: PP", "", "Camelot"),
    ("NP <<< horse", "a horse", "the king|Camelot"),
    ("NP <<< NN", "", "the king|a horse|Camelot"),
    ("NP <<<1 a", "a horse", "the king|Camelot"),
    ("NP <<<2 king", "the king", "a horse|Camelot"),
    ("NP|VP <<<-2 to", "rides a horse to Camelot", "the king|a horse|Camelot"),
    ("NP <# NN", "the king|a horse", "Camelot"),
    ("PP <# IN", "to Camelot", ""),
    ("DT|NN ># NP", "king|horse", "the|a"),
    ("NP|VP <<# rides", "rides a horse to Camelot", "the king|a horse|Camelot"),
    ("S <<# VBZ", "the king rides a horse to Camelot", ""),
    ("NN|VBZ >># S", "rides", "king|horse"),
    ("DT . NN", "the|a", ""),
    ("NN . VP", "king", "horse"),
    ("NP . rides", "the king", "a horse|Camelot"),
    ("NN , DT", "king|horse", ""),
    ("PP , horse", "to Camelot", ""),
    ("PP , DT", "", "to Camelot"),
    ("NP .. PP", "the king|a horse", "Camelot"),
    ("NP ,, VBZ", "a horse|Camelot", "the king"),
    ("DT .+(NN) VP", "the", "a"),
    ("DT .+(NN) __", "the|a", ""),
    ("PP ,+(NN) DT", "to Camelot", ""),
    ("PP ,+(DT) VBZ", "", "to Camelot"),
    ("S <+(VP) PP", "the king rides a horse to Camelot", ""),
    ("S <+(NP) PP", "", "the king rides a horse to Camelot"),
    ("NP >+(VP) S", "the king|a horse", "Camelot"),
    ("NP >+(!VP) S", "the king", "a horse|Camelot"),
    ("NP $ VP", "the king", "a horse|Camelot"),
    ("NP $ NP", "", "the king|a horse|Camelot"),
    ("NP $+ PP", "a horse", "the king|Camelot"),
    ("NP $. PP", "a horse", "the king|Camelot"),
    ("NP $- VBZ", "a horse", "the king|Camelot"),
    ("NP $, VBZ", "a horse", "the king|Camelot"),
    ("VBZ $++ PP", "rides", ""),
    ("VBZ $.. PP", "rides", ""),
    ("VBZ $+ PP", "", "rides"),
    ("NP|PP $-- VBZ", "a horse|to Camelot", "the king|Camelot"),
    ("NP|PP $,, VBZ", "a horse|to Camelot", "the king|Camelot"),
    ("NP == NP", "the king|a horse|Camelot", ""),
    ("NP|VP == VP", "rides a horse to Camelot", "the king|a horse|Camelot"),
    ("VP|PP <= VP", "rides a horse to Camelot", "to Camelot"),
    ("PP|NN <= NP", "to Camelot", "king|horse"),
    ("NP <... { DT ; NN }", "the king|a horse", "Camelot"),
    ("VP <... { VBZ ; NP }", "", "rides a horse to Camelot"),
]


@pytest.mark.parametrize(("pattern", "texts", "negated"), BY_HAND, ids=[row[0] for row in BY_HAND])
def test_each_relation_and_its_negation(pattern, texts, negated):
    tree = Tree.from_string(RIDE)
    assert found(pattern, tree) == texts
    label, relation = pattern.split(" ", 1)
    if negated is not None:
        assert found(f"{label} !{relation}", tree) == negated


def found(pattern: str, tree: Tree) -> str:
    """The words under each node that matches."""
    return "|".join([node.text for node in Pattern(pattern).nodes(tree)])


@pytest.mark.parametrize(
    ("pattern", "texts"),
    [
        ("NP < DT < NN", "the king|a horse"),  # both of the NP
        ("NP < (DT < NN)", ""),
        ("NP < DT & > S", "the king"),
        ("NP < NNP | > S", "the king|Camelot"),
        ("NP < DT < NN | < NNP > S", "the king|a horse"),  # & binds more tightly
        ("NP [< DT | < NNP] > VP|PP", "a horse|Camelot"),
        ("NP ![< DT | < NNP]", ""),
        ("NP !< DT !> S", "Camelot"),
        ("(NP < DT) > S", "the king"),
        ("((NP < DT))", "the king|a horse"),
        ("@NP <, @DT|NN", "the king|a horse"),
        ("NP < !DT|NN", "Camelot"),
        ("!__", ""),
        ("_ROOT_", "the king rides a horse to Camelot"),
        ("NP < !_ROOT_ > _ROOT_", "the king"),
        ("/^N/ < /^(king|Camelot)$/", "king|Camelot"),
        ("/P$/ > VP|S", "the king|rides a horse to Camelot|a horse|to Camelot"),
        ("/o\\/|^a/", "a"),
        ("DT : NNP", "the|a"),
        ("DT : CC", ""),
        ("S : NN=n : (=n $- DT)", "the king rides a horse to Camelot"),
        ("NP=n $ (VP < ~n)", "the king"),
        ("NP=n $ (VP < =n)", ""),
        ("(VP < (NP=np $+ PP) < =np)", "rides a horse to Camelot"),
        ("NP=np !== =np", ""),
        ("S < (NP=a .. (NP=b < ~a))", ""),
        ("/^(.)/#1%letter < /^(.)/#1%letter", "the king|rides a horse to Camelot|a horse|Camelot"),
        ("NP < /^(.)/#1%first < /^(N)/#1%first", "the king|a horse|Camelot"),
        ("NP < /^(D)/#1%first < /^(N)/#1%first", ""),
        ("NP ?< DT=d", "the king|a horse|Camelot"),
        ("NP ?[< DT=d | < NNP=d]", "the king|a horse|Camelot"),
        ("VP <... { VBZ ; (NP < DT) ; PP=pp }", "rides a horse to Camelot"),
    ],
)
def test_the_rest_of_the_language(pattern, texts):
    assert found(pattern, Tree.from_string(RIDE)) == texts


def test_a_match_is_a_way_to_choose_all_nodes():
    tree = Tree.from_string(RIDE)
    assert len(Pattern("VP < __").find(tree)) == 3
    assert len(Pattern("VP < __").find(tree, distinct=True)) == 1
    assert len(Pattern("VP < __=child").find(tree, distinct=True)) == 3
    assert [match["np"].text for match in Pattern("S << NP=np").find(tree)] == ["the king", "a horse", "Camelot"]
    assert len(Pattern("S << NP << NN").find(tree)) == 6
    assert len(Pattern("NP [< DT | < NN]").find(tree)) == 4


def test_what_is_named():
    tree = Tree.from_string(RIDE)
    first, second, third = Pattern("NP=np ?< DT=det").find(tree)
    assert (first["np"].span, first["np"].words, first["det"].label) == ((0, 2), ("the", "king"), "DT")
    assert first.node == first["np"]
    assert first.tree == tree
    assert second["det"].text == "a"
    assert list(third.names) == ["np"]
    assert "det" not in third
    with pytest.raises(KeyError, match="no node is named 'det' in this match; it names np"):
        third["det"]
    pattern = Pattern("/^(N)N/#1%start=noun $- DT")
    assert (pattern.names, pattern.variables) == (("noun",), ("start",))
    assert [dict(match.variables) for match in pattern.find(tree)] == [{"start": "N"}] * 2


def test_a_group_that_takes_no_part_is_empty():
    tree = Tree.from_string("(A (X a) (Y b))")
    pattern = Pattern("/^(a)|b$/#1%v > /^(X)|Y$/#1%w")
    assert [dict(match.variables) for match in pattern.find(tree)] == [{"v": "a", "w": "X"}, {"v": "", "w": ""}]
    assert len(pattern.nodes(tree)) == 2


def test_words_and_tags_are_nodes():
    tree = Tree.from_string("(NP (-LRB- -LRB-) (CD 1984) (NN King))")
    assert found("-LRB- < /\\(/", tree) == "("
    assert found("CD < /^1984$/", tree) == "1984"
    assert found("King > NN", tree) == "King"


@pytest.mark.parametrize(("label", "basic"), [("NP-SBJ=2", "NP"), ("PRT|ADVP", "PRT"), ("-LRB-", "-LRB-")])
def test_basic_categories(label, basic):
    tree = Tree(label, [Leaf("w", "X")])
    assert [node.label for node in Pattern(f"@{basic}").nodes(tree)] == [label]
    assert [node.label for node in Pattern(f"@/^{basic}$/").nodes(tree)] == [label]


def test_head_rules_can_be_replaced():
    tree = Tree.from_string(RIDE)
    leftmost = HeadTable({}, others=(HeadRule("left"),))
    assert [node.text for node in Pattern("NP <# DT", leftmost).nodes(tree)] == ["the king", "a horse"]
    assert Pattern("NP <# DT").nodes(tree) == []


def test_an_index_may_stand_for_its_tree():
    tree = Tree.from_string(RIDE)
    index = TreeIndex(tree)
    pattern = Pattern("NP=np > VP")
    assert pattern.find(index) == pattern.find(tree)
    assert pattern.nodes(index) == pattern.nodes(tree)
    assert pattern.matches(index)


@given(trees(label=st.sampled_from(["A", "B"])), st.sampled_from([*PAIRS]))
@settings(max_examples=60, deadline=None)
def test_a_relation_and_its_inverse_find_the_same_pairs(tree, symbol):
    there = Pattern(f"__=a {symbol} __=b").find(tree)
    back = Pattern(f"__=b {PAIRS[symbol][1]} __=a").find(tree)
    assert {pair(match) for match in there} == {pair(match) for match in back}
    assert len(there) == len(back)


def pair(match):
    return match["a"].number, match["b"].number


@given(
    trees(label=st.sampled_from(["A", "B"])), st.sampled_from([*RELATIONS]), st.sampled_from(["A", "!A", "@B", "__"])
)
@settings(max_examples=60, deadline=None)
def test_a_negation_is_the_complement(tree, symbol, other):
    yes = Pattern(f"__ {symbol} {other}").nodes(tree)
    no = Pattern(f"__ !{symbol} {other}").nodes(tree)
    assert sorted(node.number for node in yes + no) == list(range(len(TreeIndex(tree))))


def test_patterns_that_could_take_exponential_time_do_not():
    phrase = "(NP (NN king))"
    tree = Tree.from_string(f"(S {phrase * 60})")
    many = " ".join(["<< NP"] * 20)
    assert len(Pattern(f"S {many}").nodes(tree)) == 1
    assert Pattern(f"S {many} !<< NP").nodes(tree) == []
    assert len(Pattern(f"S=s {many} < (NP=np > =s)").nodes(tree)) == 1  # names in two places
    assert len(Pattern(f"S=s {many} < (NP=np > =s)").find(tree, distinct=True)) == 60
    nested = "NP" + " $++ (NP" * 30 + ")" * 30
    assert len(Pattern(nested).nodes(tree)) == 30


@pytest.mark.parametrize("shape", ["deep", "flat", "bushy"])
@pytest.mark.parametrize(
    "relation", ["<<", ">>", "<<,", ">>,", "<<:", "$", "$++", "..", ",,", ".", "<+(A)", ".+(A)", "<#"]
)
def test_large_trees_take_linear_time(shape, relation):
    size = 10_000
    text = {
        "deep": "(A " * size + "(T w)" + ")" * size,
        "flat": f"(A {'(A (T w))' * size})",
        "bushy": "(A (T w) " * size + "(T w)" + ")" * size,
    }[shape]
    tree = Tree.from_string(text)
    pattern = Pattern(f"A {relation} A")
    assert pattern.matches(tree) == bool(pattern.nodes(tree))


@pytest.mark.slow
def test_a_tree_of_a_million_nodes():
    tree = Tree.from_string(f"(S {'(NP (DT the) (NN king))' * 200_000})")
    assert len(TreeIndex(tree)) == 1_000_001
    assert len(Pattern("NP=np < (DT $+ NN) $+ (NP < DT)").find(tree)) == 199_999


def test_what_is_no_tree():
    with pytest.raises(RightmostError, match=r"a tree is expected, not a str; Tree.from_string makes one of text"):
        Pattern("NP").find("(NP (NN king))")


def test_it_is_a_value():
    pattern = Pattern("NP=np < PP")
    assert pattern == Pattern("NP=np < PP")
    assert hash(pattern) == hash(Pattern("NP=np < PP"))
    assert pattern != Pattern("NP")
    assert rightmost.Pattern is Pattern
    copied = pickle.loads(pickle.dumps(pattern))
    assert copied == pattern
    assert copied.find(Tree.from_string(ARTHUR))[0]["np"].text == "King of the Britons"


GUIDE = (Path(__file__).parents[2] / "docs/patterns.md").read_text(encoding="utf-8")


def rows_of(heading: str) -> list[str]:
    """The first cells of the tables under a heading of the guide."""
    part = GUIDE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return [re.split(r"(?<!\\)\|", line)[1] for line in part.splitlines() if re.match(r"\| `", line)]


@pytest.mark.parametrize("heading", ["Nodes", "Relations"])
def test_the_guides_patterns_can_be_read(heading):
    written = [text for row in rows_of(heading) for text in re.findall(r"`([^`]+)`", row.replace("\\|", "|"))]
    assert len(written) > 5
    for text in written:
        assert Pattern(text).text == text


def test_the_guide_has_every_relation():
    relations = {text.split()[1] for row in rows_of("Relations") for text in re.findall(r"`(A [^`]+)`", row)}
    synonyms = {"<'", ">'", "<`", ">`", "<<'", ">>'", "<<`", ">>`", "$.", "$,", "$..", "$,,"}
    simple = {symbol for symbol in RELATIONS if "(" not in symbol and not symbol[-1].isdigit()}
    assert simple <= relations | synonyms


def test_the_guides_operations_can_be_read():
    written = [text for row in rows_of("Rewriting") for text in re.findall(r"`([^`]+)`", row)]
    assert len(written) > 15
    for text in written:
        assert operations(text.replace("...", "delete a"))
