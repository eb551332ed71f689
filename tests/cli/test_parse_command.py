"""`rightmost parse`, from the command line in, with a tiny random model."""

from __future__ import annotations

import io
import json
import shlex
import subprocess
import sys
from collections.abc import Callable, Collection
from pathlib import Path
from unittest import mock
from xml.etree import ElementTree

import pytest
import torch

from command_line import run as run_command
from model.networks import network
from rightmost import parser as parser_module
from rightmost.__main__ import main
from rightmost.cli import parse_command as module
from rightmost.cli.formats import as_brackets, as_conll, as_json
from rightmost.modelfile.folder import save_model
from rightmost.parser import Parser
from rightmost.trees.brackets import read_aligned
from rightmost.trees.tree import Tree

torch.set_num_threads(1)
PARSER = Parser(network(), device=torch.device("cpu"), dtype="float32")
TEXT = "Arthur is King. He isn't (here)!"
CUT = [("Arthur", "is", "King", "."), ("He", "is", "n't", "(", "here", ")", "!")]

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("models") / "tiny"
    save_model(network(), path, about={})
    return path


class Stream(io.StringIO):
    """A stream that may be a terminal."""

    def __init__(self, content: str = "", *, terminal: bool) -> None:
        super().__init__(content)
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


@pytest.fixture
def run(folder, monkeypatch) -> Run:
    """Runs `rightmost parse` with the tiny model, standard input as given; some streams may be terminals."""

    def run_parse(
        *arguments: object, stdin: str = "", terminals: Collection[str] = (), columns: int = 80
    ) -> tuple[int, str, str]:
        monkeypatch.setenv("COLUMNS", str(columns))
        out, err = (Stream(terminal=name in terminals) for name in ("stdout", "stderr"))
        with (
            mock.patch.object(sys, "argv", ["rightmost", "parse", *map(str, arguments), "--model", str(folder)]),
            mock.patch.object(sys, "stdin", Stream(stdin, terminal="stdin" in terminals)),
            mock.patch.object(sys, "stdout", out),
            mock.patch.object(sys, "stderr", err),
            pytest.raises(SystemExit) as stop,
        ):
            main()
        return int(stop.value.code or 0), out.getvalue(), err.getvalue()

    return run_parse


@pytest.fixture
def lines(tmp_path) -> Callable[..., Path]:
    def write(*given: str) -> Path:
        path = tmp_path / "lines.txt"
        path.write_text("".join(f"{line}\n" for line in given), encoding="utf-8")
        return path

    return write


# -- what goes in -------------------------------------------------------------------------------------


def test_a_text_is_split_into_sentences(run):
    code, out, err = run(TEXT)
    assert (code, err) == (0, "")
    assert all(line.startswith("(TOP ") for line in out.splitlines())
    assert [Tree.from_string(line) for line in out.splitlines()] == [PARSER.parse(words) for words in CUT]


def test_a_file_stays_aligned(run, lines, tmp_path):
    path = lines("", "Arthur is King.", " \t", "He isn't (here)! And so on.", "", "")
    code, out, err = run("--file", path)
    assert (code, err) == (0, "")
    (tmp_path / "out.txt").write_text(out, encoding="utf-8")
    trees = list(read_aligned(tmp_path / "out.txt"))
    assert [tree and tree.words for tree in trees] == [
        None, CUT[0], None, (*CUT[1], "And", "so", "on", "."), None, None
    ]  # fmt: skip


@pytest.mark.parametrize("content", ["", "\n", "\n\n \n"])
def test_a_file_without_words(run, lines, content):
    path = lines()
    path.write_text(content, encoding="utf-8")
    assert run("--file", path) == (0, "\n" * content.count("\n"), "")
    code, out, err = run("--file", path, "--format", "svg")
    assert (code, out) == (1, "")
    assert err == "rightmost: no words in the input: there is nothing to draw\n"


@pytest.mark.parametrize("source", [["-"], ["--file", "-"]])
def test_standard_input(run, source):
    code, out, _ = run(*source, stdin="Arthur is King.\n\nHe isn't (here)!")
    assert code == 0
    assert [line and Tree.from_string(line).words for line in out.splitlines()] == [CUT[0], "", CUT[1]]


RUNNING = "A HEADING\nArthur is\nKing. He isn't\n\n| here | (there) |\n"


def words_of(out: str) -> list[str]:
    return [" ".join(Tree.from_string(line).words) for line in out.splitlines()]


@pytest.mark.parametrize("option", ["--split", "--text"])
@pytest.mark.parametrize("source", ["file", "-"])
def test_running_text(run, tmp_path, option, source):
    path = tmp_path / "text.txt"
    path.write_text(RUNNING, encoding="utf-8")
    given = ["--file", path] if source == "file" else ["-"]
    joined = ["A HEADING", "Arthur is King .", "He is n't", "| here | ( there ) |"]
    kept = ["A HEADING", "Arthur is", "King .", "He is n't", "| here | ( there ) |"]
    for options, expected in (((), joined), (("--line-ends", "join"), joined), (("--line-ends", "keep"), kept)):
        code, out, err = run(*given, option, *options, stdin=RUNNING)
        assert (code, words_of(out), err) == (0, expected, "")
    assert words_of(run(RUNNING)[1]) == joined
    assert words_of(run(RUNNING, "--line-ends", "keep")[1]) == kept


def test_running_text_without_words(run, lines):
    assert run("--file", lines("", " "), "--split") == (0, "", "")
    assert run("-", "--split", stdin="")[:2] == (0, "")


def test_places_in_running_text(run, lines):
    for given in ([TEXT], ["--file", lines(TEXT), "--split"]):
        found = [json.loads(line) for line in run(*given, "--format", "json")[1].splitlines()]
        assert [(each["start"], each["end"]) for each in found] == [(0, 15), (16, 32)]
        for each in found:
            assert [TEXT[start:end] for start, end in each["offsets"]] == each["words"]
    assert "offsets" not in json.loads(run("--file", lines("Go."), "--format", "json")[1])


def test_a_model_says_how_text_is_cut(tmp_path, monkeypatch, capsys):
    save_model(network(text="fr"), tmp_path / "fr", about={})
    monkeypatch.setattr(sys, "argv", ["rightmost", "parse", "L'histoire de M. Dupont", "--model", str(tmp_path / "fr")])
    with pytest.raises(SystemExit, match="0"):
        main()
    assert words_of(capsys.readouterr().out) == ["L' histoire de M. Dupont"]


def test_lines_that_look_like_running_text(run, lines):
    wrapped = "Arthur rode through the dark wood for seven days and seven"
    path = lines(wrapped, "nights, and then he rode on through the hills to the sea,", "which was calm.")
    code, out, err = run("--file", path)
    assert (code, out.count("\n")) == (0, 3)
    assert err == f"rightmost: {path}: its lines do not look like a sentence each; --split reads running text\n"
    assert run("--file", path, "--split")[2] == run("--file", path, "--tokenized")[2] == ""
    assert run("--file", lines("hi there", "how are you", "fine"))[2] == ""


def test_words_that_are_cut_already(run, lines):
    given = "Arthur isn't\u00a0King.   ( \u200b 😀\t) \x1c"
    expected = ("Arthur", "isn't\u00a0King.", "(", "\u200b", "😀", ")", "\x1c")
    for source in (["--file", lines(given)], [given]):
        code, out, _ = run(*source, "--tokenized")
        assert code == 0
        assert Tree.from_string(out).words == expected
    _, out, _ = run("Arthur is\n\nKing .", "--tokenized")
    assert [Tree.from_string(line).words for line in out.splitlines()] == [("Arthur", "is"), ("King", ".")]


def test_odd_lines(run, lines):
    given = ["😀" * 3, "\u200b", "שלום עולם", "\x00\x07 a", "( ) [ ] { }", "x" * 100_000, "-LRB-", "w " * 1_000]
    code, out, _ = run("--file", lines(*given), "--tokenized", "--format", "json")
    assert code == 0
    assert [json.loads(line)["words"] for line in out.split("\n")[:-1]] == [
        [word for word in line.split(" ") if word] for line in given
    ]


def test_a_person_typing_gets_each_tree_at_once(run, monkeypatch):
    batches = []
    real = parser_module.parse_sentences
    monkeypatch.setattr(
        parser_module,
        "parse_sentences",
        lambda network, sentences, **settings: batches.append(len(sentences)) or real(network, sentences, **settings),
    )
    assert run("-", stdin="a\nb\nc\n", terminals={"stdin", "stderr"})[::2] == (0, "")
    assert batches == [1, 1, 1]


def test_a_program_gets_each_tree_at_once_if_it_asks(folder):
    command = [sys.executable, "-m", "rightmost", "parse", "-", "--live", "--model", str(folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for words in (("Arthur", "rides"), ("He", "waits")):
            process.stdin.write(f"{' '.join(words)}\n")
            process.stdin.flush()  # and it is left open
            assert Tree.from_string(process.stdout.readline()).words == words
            process.stdin.write("\n")
            process.stdin.flush()
            assert process.stdout.readline() == "\n"  # an empty line is answered too
        process.stdin.close()
        assert process.wait() == 0


def test_what_stands_before_a_line_that_is_no_text_is_parsed(run, tmp_path):
    path = tmp_path / "late"
    path.write_bytes(b"Arthur rides\n\nHe waits\nbad \xff\nand more\n")
    code, out, err = run("--file", path)
    assert code == 1
    assert [line and Tree.from_string(line).words for line in out.splitlines()] == [
        ("Arthur", "rides"),
        "",
        ("He", "waits"),
    ]
    looks = "it looks like ISO-8859-1: convert it first (iconv -f ISO-8859-1 -t UTF-8)"
    assert err == f"rightmost: {path}:4: not UTF-8 text; {looks}\n"
    code, _, _ = run("--file", path, "--output", tmp_path / "out")
    assert code == 1
    assert not (tmp_path / "out").exists()


# -- what comes out -----------------------------------------------------------------------------------


def test_a_drawn_tree_when_a_person_is_looking(run, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    tree = PARSER.parse(CUT[0])
    assert run("Arthur is King.", "--format", "tree") == (0, f"{tree.draw()}\n\n", "")
    assert run("Arthur is King.", terminals={"stdout"}, columns=200) == (0, f"{tree.draw()}\n\n", "")
    assert run("Arthur is King.", terminals={"stdout"}, columns=8)[1] == f"{tree.draw(width=8)}\n\n"
    assert run("Arthur is King.", "--format", "bracket", terminals={"stdout"}, columns=8)[1].startswith("(TOP ")
    monkeypatch.delenv("NO_COLOR")
    assert run("Arthur is King.", terminals={"stdout"}, columns=200)[1] == f"{tree.draw(colour=True)}\n\n"


def test_a_terminal_without_the_characters(folder, monkeypatch):
    plain = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    plain.isatty = lambda: True
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr(sys, "argv", ["rightmost", "parse", "Arthur 国王", "--model", str(folder)])
    monkeypatch.setattr(sys, "stdout", plain)
    with pytest.raises(SystemExit, match="0"):
        main()
    shown = plain.buffer.getvalue().decode("ascii")
    assert "&#22269;&#29579;" in shown
    assert "|" in shown


@pytest.mark.parametrize(("format", "printed"), [("bracket", as_brackets), ("json", as_json), ("conll", as_conll)])
def test_a_sentence_in_each_format(run, lines, folder, format, printed):
    first, second = parser_module.load(folder).score_many([CUT[0], ["Go"]], beam=2)
    code, out, err = run("--file", lines("Arthur is King.", "", "Go"), "--format", format, "--beam", 2)
    assert (code, err) == (0, "")
    assert out == f"{printed(first)}\n\n{printed(second)}\n"


def test_svg(run):
    code, out, _ = run(TEXT, "--format", "svg")
    texts = [element.text for element in ElementTree.fromstring(out).iter("{http://www.w3.org/2000/svg}text")]
    assert code == 0
    assert {"Arthur", "here", "("} <= set(texts)


def test_output_to_a_file(run, tmp_path):
    path = tmp_path / "trees.txt"
    assert run(TEXT, "--output", path, terminals={"stdout"}) == (0, "", "")
    assert path.read_text(encoding="utf-8") == run(TEXT, "--format", "bracket")[1]


@pytest.mark.parametrize(("fault", "code"), [(RuntimeError("out of memory"), None), (KeyboardInterrupt(), 130)])
def test_a_failure_leaves_nothing_behind(run, lines, tmp_path, monkeypatch, fault, code):
    path, written = lines("a", "b"), tmp_path / "trees.txt"
    written.write_text("before", encoding="utf-8")

    def fails(*arguments, **settings):
        raise fault

    monkeypatch.setattr(parser_module, "parse_sentences", fails)
    if code is None:
        with pytest.raises(RuntimeError):
            run("--file", path, "--output", written)
    else:
        assert run("--file", path, "--output", written) == (code, "", "rightmost: interrupted\n")
    assert written.read_text(encoding="utf-8") == "before"
    assert sorted(tmp_path.iterdir()) == [path, written]


def test_a_progress_bar_for_long_files(run, lines, tmp_path, monkeypatch):
    monkeypatch.setattr(module, "LONG", 3)
    code, out, err = run("--file", lines("a", "", "b", "c"), terminals={"stderr"})
    assert (code, out.count("(TOP"), "4/4" in err) == (0, 3, True)
    assert run("--file", lines("a", "b"), terminals={"stderr"})[2] == ""
    assert "2/?" in run("-", stdin="a\nb\n", terminals={"stderr"})[2]
    both = {"stdout", "stderr"}
    assert run("--file", lines("a", "b", "c"), terminals=both)[2] == "", "not where the trees go"
    assert "3/3" in run("--file", lines("a", "b", "c"), "--output", tmp_path / "out", terminals=both)[2]


def test_settings_reach_the_parser(run):
    assert run(TEXT, "--device", "cpu", "--dtype", "int8")[0] == 0
    assert run(TEXT, "--dtype", "bfloat16", "--beam", "2")[0] == 0


# -- what is to be found ------------------------------------------------------------------------------


def test_the_best_trees_of_each_sentence_in_a_block(run, lines, folder):
    first, second = parser_module.load(folder).kbest_many([CUT[0], ["Go"]], 3)
    given = ["--file", lines("Arthur is King.", "", "Go"), "--kbest", 3]
    for format, printed in [("bracket", as_brackets), ("json", as_json), ("conll", as_conll)]:
        code, out, err = run(*given, "--format", format)
        assert (code, err) == (0, "")
        blocks = ["".join(f"{printed(each)}\n" for each in best) for best in (first, [], second)]
        assert out == "".join(f"{block}\n" for block in blocks)
    assert run("-", "--live", "--kbest", 3, stdin="Arthur is King.\n\nGo\n") == run(*given)
    code, _, err = run(*given, "--beam", 2)
    assert (code, err) == (
        2,
        "rightmost: a beam of 2 does not hold the best 3 trees; give a beam of 3 or more, or none\n",
    )


def test_brackets_that_a_tree_must_and_must_not_have(run, folder):
    parser = parser_module.load(folder)
    code, out, err = run("Arthur is King.", "--require", "0:2:NP", "--require", "2:4", "--forbid", "1:3:VP")
    assert (code, err) == (0, "")
    expected = parser.parse(CUT[0], require=[(0, 2, "NP"), (2, 4, None)], forbid=[(1, 3, "VP")])
    assert Tree.from_string(out) == expected
    code, out, _ = run("Arthur is King.", "--forbid", "0:2", "--kbest", 2, "--format", "json")
    best = parser.parse_kbest(CUT[0], 2, forbid=[(0, 2, None)])
    assert [json.loads(line)["tree"] for line in out.splitlines()[:2]] == [str(each.tree) for each in best]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["-", "--require", "0:1"], 2, "--require and --forbid are brackets of one sentence; give it as TEXT"),
        ([TEXT, "--forbid", "0:1"], 2, "--require and --forbid are brackets of one sentence, and TEXT has 2"),
        (["Go", "--require", "0"], 2, "--require '0' is no bracket; give LEFT:RIGHT or LEFT:RIGHT:LABEL"),
        (["Go", "--require", "0:1:np"], 1, "bracket (0, 1, 'np'): 'np' is no label of this model; did you mean 'NP'?"),
        (["Go", "--require", "0:9"], 1, "the bracket (0, 9) does not fit a sentence of 1 words"),
        (["Go", "--beam", "100000"], 2, "beam is 100000; allowed: a whole number, 1 to 1,000; 1 is greedy, and memory"),
        (["Go", "--beam", "9" * 20], 2, "beam is 99999999999999999999; allowed: a whole number, 1 to 1,000; 1 is gre"),
        (["Go", "--kbest", "9" * 20], 2, "k is 99999999999999999999; allowed: a whole number, 1 to 1,000; it is how"),
        (["Go", "--beam", "9" * 5000], 2, "Invalid value for '--beam': "),
        (["Go", "--kbest", "-5"], 2, "Invalid value for '--kbest': "),
    ],
)
def test_what_cannot_be_found(run, arguments, code, message):
    got, out, err = run(*arguments)
    assert (got, out, err.count("\n")) == (code, "", 1)
    assert err.startswith(f"rightmost: {message}")
    assert len(err) < 400


def test_a_text_that_begins_with_a_number(run, lines, folder, tmp_path):
    code, out, err = run("-5 degrees", "--beam", 2)
    assert (code, err) == (0, "")
    assert Tree.from_string(out).words == ("-5", "degrees")
    assert run_command("parse", "-o", tmp_path / "out", "--model", folder, "--", "-5 degrees")[0] == 0
    assert Tree.from_string((tmp_path / "out").read_text(encoding="utf-8")).words == ("-5", "degrees")
    assert run("-f", lines("Go"))[1] == run("Go")[1]


# -- what goes wrong ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ([], 2, "nothing to parse; give one of: TEXT, --file FILE, or - for standard input"),
        (["a", "--file", "b"], 2, "both TEXT and --file; give one of: TEXT, --file FILE, or - for standard input"),
        (["-", "--file", "b"], 2, "both TEXT and --file; give one of: TEXT, --file FILE, or - for standard input"),
        ([""], 1, "the text is empty: there is nothing to parse"),
        ([" \n "], 1, "the text is empty: there is nothing to parse"),
        (["", "--tokenized"], 1, "the text is empty: there is nothing to parse"),
        (["a\udcff"], 1, "TEXT: not UTF-8 text; is it in another encoding?"),
        (["--file", ""], 1, "'': no such file; check the path"),
        (["-", "--live", "--format", "svg"], 2, "--live answers line by line, and svg is one picture"),
        (["a", "--live"], 2, "--live answers the lines of standard input; give - for it"),
        (["-", "--line-ends", "keep"], 2, "--line-ends is for running text; give --split with it"),
        (["a", "--tokenized", "--line-ends", "keep"], 2, "--line-ends is for running text; give --split with it"),
        (["-", "--split", "--live"], 2, "--split finds sentences, and --live has one a line; give one"),
        (["-", "--split", "--tokenized"], 2, "--split finds sentences, and --tokenized has one a line; give one"),
        (["--file", "missing", "--split"], 1, "missing: no such file; check the path"),
        (["--file", "missing"], 1, "missing: no such file; check the path"),
        (["a", "--device", "grail"], 2, "device 'grail'; allowed here: auto, "),
        (["a", "--dtype", "int4"], 2, "dtype 'int4'; allowed: auto, float32, bfloat16, int8"),
        (["a", "--output", "."], 1, None),
        (["a", "--output", "missing/out"], 1, None),
    ],
)
def test_one_clear_line(run, arguments, code, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    got, out, err = run(*arguments)
    assert (got, out) == (code, "")
    assert err.count("\n") == 1
    assert err.startswith(f"rightmost: {message or ''}")


@pytest.mark.parametrize("arguments", [["--beam", "0"], ["--format", "png"], ["--nonsense"]])
def test_bad_usage(run, arguments):
    code, out, err = run("a", *arguments)
    assert (code, out) == (2, "")
    assert arguments[0].lstrip("-") in err


def test_bad_model_folders(tmp_path):
    (tmp_path / "empty").mkdir()
    for name, message in [
        (tmp_path / "empty", f"{tmp_path / 'empty'}: no model here: expected config.json"),
        (tmp_path / "none", f"{tmp_path / 'none'}: no model here, and none of that name is installed"),
    ]:
        code, out, err = run_command("parse", "a", "--model", name)
        assert (code, out) == (1, "")
        assert err.startswith(f"rightmost: {message}")
        assert err.count("\n") == 1


def test_a_bad_file_is_noticed_before_a_model_is_loaded(run, tmp_path, monkeypatch):
    monkeypatch.setattr(parser_module, "load", lambda *arguments, **settings: pytest.fail("loaded"))
    binary = tmp_path / "binary"
    assert run("--file", tmp_path / "none")[0] == 1
    monkeypatch.undo()
    binary.write_bytes(b"\xff\xfe")
    code, out, err = run_command("parse", "--file", binary, "--model", tmp_path)
    assert (code, out) == (1, "")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("streams", "code", "said"),
    [
        ("2>&- <&-", 0, ""),
        (">&-", 1, "rightmost: standard output is closed; there is nowhere to write to\n"),
        ("--output out.txt >&-", 0, ""),
        ("--output /dev/stdout", 0, ""),
    ],
)
def test_closed_standard_streams(folder, tmp_path, streams, code, said):
    command = shlex.join([sys.executable, "-m", "rightmost", "parse", "Arthur rides", "--model", str(folder)])
    shell = ["bash", "-c", f"{command} {streams}"]
    done = subprocess.run(shell, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stderr) == (code, said)
    written = (tmp_path / "out.txt").read_text() if "out.txt" in streams else done.stdout
    assert written.startswith("(TOP (") == (code == 0)


@pytest.mark.parametrize("arguments", [["--live"], []])
def test_a_look_ahead(run, arguments):
    expected = [as_brackets(next(PARSER.score_many([words], look_ahead=1))) for words in CUT]
    code, out, err = run(
        "-", "--tokenized", "--look-ahead", 1, "--format", "bracket", *arguments, stdin="\n".join(map(" ".join, CUT))
    )
    assert (code, out.splitlines(), err) == (0, expected, "")


def test_a_look_ahead_that_is_no_number_of_words(run):
    code, out, err = run(TEXT, "--look-ahead", "-1")
    assert (code, out) == (2, "")
    assert "--look-ahead" in err


@pytest.mark.parametrize("option", [["--kbest", 2], ["--require", "0:2"], ["--forbid", "0:2"]])
def test_what_a_look_ahead_does_not_go_with(run, option):
    said = "rightmost: --kbest, --require and --forbid need whole sentences; leave them or --look-ahead out\n"
    assert run(TEXT, "--look-ahead", 1, *option) == (2, "", said)
