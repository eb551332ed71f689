from __future__ import annotations

import gzip
import io
import itertools
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rightmost
from rightmost.errors import BracketError, MismatchedTrees, RightmostError, UnreadableFile
from rightmost.trees import brackets
from rightmost.trees.brackets import (
    parse_brackets,
    read_aligned,
    read_side_by_side,
    read_trees,
    unescaped,
    write_trees,
)
from rightmost.trees.normalise import WRAPPERS, without_wrapper
from rightmost.trees.tree import Leaf, Tree
from strategies import ARTHUR, trees

KING = Tree("NP", [Leaf("King", "NN")])


def spells_no_escape(tree: Tree) -> bool:
    return all(unescaped(word) == word for word in tree.words)


@given(trees().filter(spells_no_escape))
def test_written_and_read_back(tree):
    assert parse_brackets(str(tree), keep_wrapper=True) == tree


@given(trees().filter(spells_no_escape), st.data())
def test_any_white_space_in_any_blocks(tree, data):
    space = st.text(alphabet=" \t\n\r\f\v", max_size=3)
    text = ""
    for character in str(tree):
        text += data.draw(space) + character + data.draw(space) if character in "()" else character
    text = text.replace(" ", data.draw(space) + " ")
    size = data.draw(st.integers(1, 9))

    class Drip(io.StringIO):
        def read(self, _size=-1):
            return super().read(size)

    assert list(read_trees(Drip(text * 2))) == [without_wrapper(tree)] * 2


def test_a_leaf_over_many_lines():
    assert parse_brackets("(\n S (NN\n King\n )\n(VP(VB go)))") == parse_brackets("(S (NN King) (VP (VB go)))")


@pytest.mark.parametrize("root", sorted(WRAPPERS))
def test_wrapper_roots(root):
    assert parse_brackets(f"({root} {ARTHUR})") == parse_brackets(ARTHUR)
    assert parse_brackets(f"({root} (TOP {ARTHUR}))") == parse_brackets(ARTHUR)
    assert parse_brackets(f"({root} {ARTHUR})", keep_wrapper=True).label == root
    assert parse_brackets(f"({root} (NP (NN King)) (. .))").label == root, "several children: it must stay"
    assert parse_brackets(f"({root} (. .) (NP (NN King)))").label == root, "several children: it must stay"
    assert parse_brackets(f"({root} (NN King))") == Tree(root, [Leaf("King", "NN")]), "a bare leaf: it must stay"


def test_a_leaf_alone_gets_a_root():
    assert parse_brackets("(NN King)") == Tree("TOP", [Leaf("King", "NN")])


def test_escapes_both_ways():
    tree = parse_brackets("(NP (-LRB- -LRB-) (NN f-LRB-x-RRB-) (-RRB- -RRB-) (NN -LSB-) (NN -RCB-))")
    assert tree.words == ("(", "f(x)", ")", "[", "}")
    assert tree.tags == ("-LRB-", "NN", "-RRB-", "NN", "NN")
    assert str(tree) == "(NP (-LRB- -LRB-) (NN f-LRB-x-RRB-) (-RRB- -RRB-) (NN -LSB-) (NN -RCB-))"
    assert parse_brackets("(NP (NN -LRB-))", unescape=False).words == ("-LRB-",)
    assert parse_brackets(str(Tree("NP(", [Leaf("", "N N")]))).words == ("",)
    assert parse_brackets("(NP (NNP Honda-CR-V) (NN x-EMPTY-y))").words == ("Honda-CR-V", "x-EMPTY-y")


def test_brackets_in_labels_and_tags_stay_as_they_are():
    text = "(Caa[P1] ([ -LSB-) (-LSB- -LSB-) ({x} y))"
    assert str(parse_brackets(text)) == text


def test_a_tree_is_on_one_line_whatever_is_in_it():
    tree = Tree("N\u2028P", [Leaf("10\u00a0000", "C\u00a0D"), Leaf("\u2028", "NN"), Leaf("\x85", "")])
    assert str(tree).split() == str(tree).split(" ")
    assert parse_brackets(str(tree)) == tree


def test_other_spaces_belong_to_words():
    assert parse_brackets("(NP (CD 10\u00a0000))").words == ("10\u00a0000",)

    tree = Tree("NP", [Leaf("10\u00a0000", "CD"), Leaf("\u3000", "NN"), Leaf("\x1c", "NN"), Leaf("\u2028", "NN")])
    assert parse_brackets(str(tree)) == tree


@pytest.mark.parametrize(
    ("text", "where", "what"),
    [
        ("(S (NN a)", "1:1", r"the tree that begins here with \(S never ends: expected 1 more '\)'"),
        ("(S (NN a))\n (NP (NN b)\n(S (NN c))\n", "2:2", r"begins here with \(NP never ends: expected 1 more '\)'"),
        (")", "1:1", r"'\)' outside any tree; expected '\('"),
        ("(S (NN a)))", "1:11", r"a '\)' without its '\('"),
        ("(S (NN a))\n (S (NN a)\n ) )", "3:4", r"a '\)' without its '\('"),
        ("(S\n (NN a) b)", "2:9", r"the word 'b' has no tag; expected it as \(TAG word\)"),
        ("(S b (NN a))", "1:4", "the word 'b' has no tag"),
        ("(S (NN a b))", "1:10", "the word 'b' has no tag"),
        ("(S (NN a)) b", "1:12", r"'b' outside any tree; expected '\('"),
        ("(S (NN a)) b) (S (NN a))", "1:12", r"'b' outside any tree; expected '\('"),
        ("(S (NN a))) b (S (NN a))", "1:11", r"a '\)' without its '\('"),
        ("a" * 99, "1:1", r"'a{27}\.\.\.' outside any tree"),
        ("(S (NN a) \x00)", "1:11", r"the word '\\x00' has no tag"),
        ("Arthur is", "1:1", r"'Arthur' outside any tree; expected '\('"),
        ("(S ())", "1:5", r"\(\) is empty; expected a word or a child"),
        ("(S (NP))", "1:7", r"\(NP\) is empty; expected a word or a child"),
        ("(S (NN a)) (S (NN b))", "1:1", "2 trees where one was expected"),
        ("", "1:1", "0 trees where one was expected"),
        ("(S (NN a) " + "b" * 99 + ")", "1:11", r"'b{27}\.\.\.' has no tag"),
    ],
)
def test_malformed_text_says_where_and_what(text, where, what):
    with pytest.raises(BracketError, match=f"^<string>:{where}: .*{what}") as caught:
        parse_brackets(text)
    assert "\n" not in str(caught.value)


@given(st.text(alphabet="() aS\n"))
def test_any_text_is_trees_or_one_clear_error(text):
    try:
        read = list(read_trees(io.StringIO(text)))
    except BracketError as caught:
        read, error = [], caught
        assert (error.line <= text.count("\n") + 1) and (error.column <= len(text) + 1)  # noqa: PT018
    assert [without_wrapper(parse_brackets(str(tree))) for tree in read] == [without_wrapper(tree) for tree in read]


class InBlocks(io.StringIO):
    """Text that is read in blocks of these sizes, over and over."""

    def __init__(self, text, sizes):
        super().__init__(text)
        self.sizes = itertools.cycle(sizes)

    def read(self, _size=-1):
        return super().read(next(self.sizes))


def outcome(stream):
    """The trees of a stream, and the error at its end, if there is one."""
    found = []
    try:
        found.extend(map(str, read_trees(stream)))  # extends by each tree as it comes
    except BracketError as error:
        found.append(str(error))
    return found


PARTS = ["(", ")", " ", "\n", "a", "NN", "(S ", "(NN a)", "(NN a))", "))", " \n\t ", "(S (NN a))", "x" * 35]


@given(st.lists(st.sampled_from(PARTS)).map("".join), st.lists(st.integers(1, 40), min_size=1, max_size=5))
def test_any_blocks_give_the_same_trees_and_the_same_error(text, sizes):
    assert outcome(InBlocks(text, sizes)) == outcome(io.StringIO(text))


NEVER_OPENS = ["", "(", "(S ", "(S (NN a)", "(S (NN a))", "(S (NN a)) b", "(S (NN a"]


@pytest.mark.parametrize("more", [" ", "\n", "a", "a ", ")", " )"], ids=repr)
@pytest.mark.parametrize("start", NEVER_OPENS)
def test_text_in_which_nothing_opens_is_looked_at_in_linear_time(start, more, monkeypatch):
    """Characters looked at, of a thousand blocks: a few times those that there are."""
    looked_at = 0

    def counted(function):
        def counts(reader, text):
            nonlocal looked_at
            looked_at += len(text)
            return function(reader, text)

        return counts

    for name in ("_is_settled", "_read", "_check_beginning"):
        monkeypatch.setattr(brackets._Reader, name, counted(getattr(brackets._Reader, name)))
    text = start + more * (64_000 // len(more))
    outcome(InBlocks(text, [64]))
    assert 0 < looked_at <= 6 * len(text)


@pytest.mark.parametrize("start", ["", "(S (NN a))", "(S (NN a)) b"])
def test_what_stands_between_trees_is_not_kept(start, tmp_path, monkeypatch):
    monkeypatch.setattr(brackets, "BLOCK", 1 << 12)
    path = tmp_path / "trees.txt"
    path.write_text(start + " \n" * 1_000_000)
    tracemalloc.start()
    outcome(path)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 500_000


def test_long_names_are_cut_short_in_messages():
    name = "N" * 99
    assert outcome(io.StringIO(f"({name})")) == [
        f"<stream>:1:101: ({name[:27]}...) is empty; expected a word or a child before ')'"
    ]
    assert outcome(io.StringIO(f"({name} (NN a)")) == [
        f"<stream>:1:1: the tree that begins here with ({name[:27]}... never ends: expected 1 more ')'"
    ]


def test_files(tmp_path):
    path = tmp_path / "trees.txt"
    assert write_trees([KING, parse_brackets(ARTHUR), Tree("ROOT", [Leaf("a", "NN")])], path) == 3
    assert path.read_text() == f"(TOP (NP (NN King)))\n(TOP {ARTHUR})\n(TOP (NN a))\n"
    assert list(read_trees(path)) == [KING, parse_brackets(ARTHUR), Tree("TOP", [Leaf("a", "NN")])]
    path.write_text("\ufeff(NP\n  (NN King))", encoding="utf-8")
    assert list(read_trees(str(path))) == [KING]


def test_error_in_a_file_names_it(tmp_path):
    path = tmp_path / "trees.txt"
    path.write_text(f"{ARTHUR}\n" * 5000 + "(S (NN a) b)\n")
    with pytest.raises(BracketError, match=r"trees\.txt:5001:11: the word 'b' has no tag"):
        list(read_trees(path))


def test_aligned_lines(tmp_path):
    path = tmp_path / "trees.txt"
    path.write_text("(TOP (NP (NN King)))\n\n(())\n(TOP )\n(NP (NN King))\n")
    assert list(read_aligned(path)) == [KING, None, None, None, KING]
    for lone in ("(", ")", "(()", "TOP", "(NP )"):
        path.write_text(f"(NP (NN King))\n{lone}\n")
        with pytest.raises(BracketError, match=r"trees\.txt:2:"):
            list(read_aligned(path))
    path.write_text("(NP (NN King))\n(NP (NN King)) (NP (NN King))\n")
    with pytest.raises(BracketError, match=r"trees\.txt:2:1: 2 trees on one line"):
        list(read_aligned(path))
    path.write_text("(NP (NN King))\n(NP\n")
    with pytest.raises(BracketError, match=r"trees\.txt:2:.*expected 1 more"):
        list(read_aligned(path))


def test_unreadable_files(tmp_path):
    binary = tmp_path / "binary"
    binary.write_bytes(b"(NP \xff\xfe)")
    with pytest.raises(UnreadableFile, match="binary:1: not UTF-8 text"):
        list(read_trees(binary))
    with pytest.raises(UnreadableFile, match="no such file"):
        list(read_trees(tmp_path / "missing"))
    with pytest.raises(UnreadableFile, match="a folder"):
        list(read_trees(tmp_path))


def test_a_failed_write_leaves_the_old_file(tmp_path):
    path = tmp_path / "trees.txt"
    write_trees([KING], path)

    def breaks():
        yield KING
        raise RuntimeError("power cut")

    with pytest.raises(RuntimeError, match="power cut"):
        write_trees(breaks(), path)
    assert list(read_trees(path)) == [KING]
    assert list(tmp_path.iterdir()) == [path]
    with pytest.raises(UnreadableFile, match="a folder, where a file was to be written"):
        write_trees([KING], tmp_path)
    with pytest.raises(UnreadableFile, match="cannot be written"):
        write_trees([KING], tmp_path / "missing" / "trees.txt")


def test_reading_streams(tmp_path, monkeypatch):
    monkeypatch.setattr(brackets, "BLOCK", 1 << 12)
    path = tmp_path / "trees.txt"
    path.write_text(f"{ARTHUR} " * 20_000)  # two megabytes, all on one line
    tracemalloc.start()
    assert sum(1 for _ in read_trees(path)) == 20_000
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < path.stat().st_size / 4


def test_files_are_read_side_by_side(tmp_path):
    (tmp_path / "a").write_text("(S (X a))\n\n(S (X b))")
    (tmp_path / "b").write_text("(T (X a)) (T (X b))")
    found = read_side_by_side([tmp_path / "a", tmp_path / "b"])
    assert [[str(tree) for tree in trees] for trees in found] == [
        ["(S (X a))", "(T (X a))"],
        ["(S (X b))", "(T (X b))"],
    ]
    (tmp_path / "b").write_text("(T (X a))")
    found = read_side_by_side([tmp_path / "a", tmp_path / "b"])
    next(found)
    with pytest.raises(MismatchedTrees, match=r"b: no tree 2, as there is elsewhere"):
        next(found)


@pytest.mark.parametrize("after", ["", "(S (NN c))\n"], ids=["at the end", "before other trees"])
@pytest.mark.parametrize(
    "fault", [b"(S ())", b"(S b c)", b"b", b")", b") b", b"))", b"(S (NN \xff))"], ids=lambda fault: repr(fault)
)
def test_what_stands_before_a_fault_is_read(fault, after, tmp_path):
    path = tmp_path / "trees.txt"
    path.write_bytes(b"(S (NN a))\n(S (NP (NN a)))\n" + fault + b"\n" + after.encode())
    trees = read_trees(path)
    assert [str(next(trees)), str(next(trees))] == ["(S (NN a))", "(S (NP (NN a)))"]
    with pytest.raises((BracketError, UnreadableFile), match=r"trees\.txt:3"):
        next(trees)


# -- the public face ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["trees.txt", "trees.txt.gz"])
def test_written_and_read_again(tmp_path, name):
    trees = [parse_brackets(ARTHUR), None, KING, Tree("X", [Leaf("(", "-LRB-"), Leaf("", "NN")])]
    path = tmp_path / name
    assert rightmost.write_trees(iter(trees), path) == 3
    data = path.read_bytes()
    text = (gzip.decompress(data) if name.endswith(".gz") else data).decode()
    assert text.splitlines()[:3] == [f"(TOP {ARTHUR})", "", "(TOP (NP (NN King)))"]
    assert list(rightmost.read_trees(str(path))) == [tree for tree in trees if tree is not None]
    assert list(read_aligned(path)) == trees
    assert rightmost.write_trees(iter(trees), path) == 3
    assert path.read_bytes() == data, "packed at another time, the same bytes"


def test_trees_are_read_as_they_are_asked_for(tmp_path):
    path = tmp_path / "trees.txt"
    path.write_text(f"{ARTHUR}\n" * 5000 + ")", encoding="utf-8")
    found = rightmost.read_trees(path)
    assert next(found) == parse_brackets(ARTHUR)
    with pytest.raises(BracketError, match=r"trees\.txt:5001:1: "):
        list(found)


def test_a_fault_leaves_no_packed_file(tmp_path):
    for name in ("trees.txt", "trees.gz"):
        with pytest.raises(
            RightmostError, match=r"^tree 2 is '\(S\)', of type str; allowed: a Tree, or None for an em"
        ):
            rightmost.write_trees([KING, "(S)"], tmp_path / name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda path: rightmost.read_trees(None),
            "None, of type NoneType, where the path of a file of trees, a str or",
        ),
        (
            lambda path: rightmost.write_trees([], 3),
            "3, of type int, where the path of the file to write, a str or Path",
        ),
        (lambda path: rightmost.write_trees(None, path / "x"), "None, of type NoneType, where a list of trees was exp"),
        (lambda path: rightmost.write_trees(KING, path / "x"), "tree 1 is Leaf(word='King', tag='NN'), of type Leaf;"),
        (lambda path: list(rightmost.read_trees(path / "no")), "{path}/no: no such file; check the path"),
        (lambda path: rightmost.write_trees([], path), "{path}: a folder, where a file was to be written"),
    ],
)
def test_what_is_no_file_of_trees(call, message, tmp_path):
    with pytest.raises(RightmostError) as raised:
        call(tmp_path)
    assert str(raised.value).startswith(message.format(path=tmp_path))
