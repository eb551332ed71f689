"""`rightmost evaluate`, from the command line in."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import rightmost
from model.networks import network
from rightmost.__main__ import main
from rightmost.modelfile.folder import save_model
from strategies import ARTHUR

COMMA = "(TOP (S (ADVP (RB Now)) (, ,) (VP (VB sit))))"
MISTAGGED = "(TOP (S (ADVP (RB Now)) (IN ,) (VP (VB sit))))"
PARAMETERS = "MAX_ERROR 0\nCUTOFF_LEN 5\nDELETE_LABEL TOP\nDELETE_LABEL ,\n"
HEAD = """\
  Sent.                        Matched  Bracket   Cross        Correct Tag
 ID  Len.  Stat. Recal  Prec.  Bracket gold test Bracket Words  Tags Accracy
============================================================================
"""

ARTHUR_WORDS = ["Arthur", "is", "King", "of", "the", "Britons"]

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs `rightmost evaluate`; gives its exit code, its output and its talk."""

    def run_evaluate(*arguments: str | Path) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["rightmost", "evaluate", *map(str, arguments)])
        with pytest.raises(SystemExit) as exit:
            main()
        out, err = capsys.readouterr()
        return exit.value.code or 0, out, err  # type: ignore[return-value]

    return run_evaluate


@pytest.fixture
def file(tmp_path: Path) -> Callable[..., Path]:
    """Writes lines into a file of this name."""

    def write(name: str, *lines: str) -> Path:
        path = tmp_path / name
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        return path

    return write


def test_the_report_goes_out_and_the_complaints_aside(run, file):
    gold, predicted = (
        file("gold", ARTHUR, COMMA, ARTHUR),
        file("predicted", ARTHUR.replace("PP", "NP"), MISTAGGED, "(())"),
    )
    code, out, err = run(gold, predicted)
    lines = out.splitlines()
    assert code == 0
    assert lines[3:6] == [
        "   1    6    0   85.71  85.71     6      7    7      0      6     6   100.00",
        "   2    3    1    0.00   0.00     0      0    0      0      0     0     0.00",
        "   3    6    2    0.00   0.00     0      0    0      0      0     0     0.00",
    ]
    assert "Bracketing FMeasure       =  85.71" in lines
    assert "-- len<=40 --" in lines
    assert err == "2 : Length unmatch (2|3)\n"


def test_gold_tags(run, file):
    code, out, err = run(file("gold", COMMA), file("predicted", MISTAGGED), "--gold-tags")
    assert (code, err) == (0, "")
    assert out.splitlines()[3] == "   1    3    0  100.00 100.00     3      3    3      0      2     2   100.00"


def test_json(run, file):
    gold, predicted = file("gold", ARTHUR, COMMA), file("predicted", ARTHUR.replace("PP", "NP"), MISTAGGED)
    code, out, err = run(gold, predicted, "--json")
    tables = json.loads(out)
    assert (code, err) == (0, "2 : Length unmatch (2|3)\n")
    assert list(tables) == ["all", "len<=40"]
    assert tables["all"]["recall"] == tables["all"]["precision"] == 600 / 7
    assert tables["all"]["f1"] == pytest.approx(600 / 7)
    assert (tables["all"]["exact_match"], tables["all"]["tagging_accuracy"]) == (0, 100)
    assert (tables["all"]["sentences"], tables["all"]["error_sentences"]) == (2, 1)


def test_a_parameter_file(run, file):
    rooted = "(ROOT (NP (NNP Arthur)))"
    gold, predicted = file("gold", rooted, ARTHUR), file("predicted", rooted, ARTHUR)
    code, out, _ = run(gold, predicted, "--params", file("camelot.prm", PARAMETERS), "--json")
    assert code == 0
    tables = json.loads(out)
    assert (tables["all"]["gold_brackets"], tables["len<=5"]["gold_brackets"]) == (9, 2)
    _, out, _ = run(gold, predicted, "--json")
    assert json.loads(out)["all"]["gold_brackets"] == 8


def test_words_are_compared_as_written_only_for_a_parameter_file(run, file):
    gold, predicted = file("gold", "(NP (NN [))", ARTHUR), file("predicted", "(NP (NN -LSB-))", ARTHUR)
    assert run(gold, predicted)[2] == ""
    code, _, err = run(gold, predicted, "--params", file("camelot.prm", PARAMETERS))
    assert (code, err) == (0, "1 : Words unmatch ([|-LSB-)\n")


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_gives_up_where_evalb_does(run, file, options):
    gold = file("gold", ARTHUR, COMMA, ARTHUR, COMMA, ARTHUR)
    predicted = file("predicted", ARTHUR, MISTAGGED, ARTHUR, MISTAGGED, ARTHUR)
    code, out, err = run(gold, predicted, "--params", file("camelot.prm", PARAMETERS), *options)
    assert code == 1
    rows = HEAD + (
        "   1    6    0  100.00 100.00     7      7    7      0      6     6   100.00\n"
        "   2    3    1    0.00   0.00     0      0    0      0      0     0     0.00\n"
        "   3    6    0  100.00 100.00     7      7    7      0      6     6   100.00\n"
    )
    assert out == ("" if options else rows)
    assert err == (
        "2 : Length unmatch (2|3)\n4 : Length unmatch (2|3)\n"
        "rightmost: gave up at sentence 4, Length unmatch (2|3): error 2 is too many for MAX_ERROR 0; "
        "raise it, or mend the trees\n"
    )


@pytest.mark.parametrize(
    ("predicted", "counts"), [("(NP (NN Grail))", "errors: 1, skipped: 0"), ("(())", "errors: 0, skipped: 1")]
)
def test_nothing_in_common(run, file, predicted, counts):
    gold, predicted = file("gold", ARTHUR), file("predicted", predicted)
    code, out, err = run(gold, predicted)
    assert code == 1
    assert "Number of Valid sentence  =      0" in out
    assert err.splitlines()[-1] == (
        f"rightmost: no sentence could be scored ({counts}): are {gold} and {predicted} over the same sentences?"
    )
    code, out, _ = run(gold, predicted, "--json")
    assert code == 1
    assert json.loads(out, parse_constant=pytest.fail)["all"]["f1"] == 0


def test_standard_input(run, file, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{ARTHUR}\n"))
    code, out, err = run(file("gold", ARTHUR), "-")
    assert (code, err) == (0, "")
    assert "Complete match            = 100.00" in out


def test_nothing_to_compare_with(run, file):
    code, out, err = run(file("gold", ARTHUR))
    assert (code, out) == (2, "")
    assert err == (
        "rightmost: nothing to compare with the gold trees; give a second file, or a model: "
        "rightmost evaluate GOLD PREDICTED, or GOLD --model M\n"
    )


def test_a_model_s_options_without_one(run, file):
    good = file("good", ARTHUR)
    for option in (["--beam", "3"], ["--look-ahead", "0"], ["--style", "masc"]):
        code, out, err = run(good, good, *option)
        assert (code, out) == (2, "")
        assert err.startswith(
            "rightmost: --beam, --look-ahead, --style, --device and --dtype need a model to parse; give one"
        )


def test_standard_input_twice(run):
    code, _, err = run("-", "-")
    assert code == 2
    assert err == ("rightmost: GOLD and PREDICTED cannot both be standard input (-); give a file for one of them\n")


def test_bad_files_give_one_clear_line(run, file, tmp_path):
    good, binary = file("good", ARTHUR), tmp_path / "binary"
    binary.write_bytes(bytes(range(256)))
    unbalanced = file("unbalanced", ARTHUR, ARTHUR[:-1])
    bad_parameters = file("bad.prm", "LABELED maybe")
    for arguments, message in [
        ([good, tmp_path / "missing"], f"{tmp_path / 'missing'}: no such file"),
        ([good, tmp_path], f"{tmp_path}: a folder"),
        ([binary, good], f"{binary}:2: not UTF-8 text"),
        ([unbalanced, good], f"{unbalanced}:2:"),
        ([file("empty"), good], f"{tmp_path / 'empty'}: no trees in the gold file"),
        ([good, file("two", ARTHUR, ARTHUR)], f"trees: 1 in {good}, 2 in {tmp_path / 'two'}"),
        ([good, good, "--params", bad_parameters], f"{bad_parameters}:1: LABELED is 'maybe'; allowed: 0 or 1"),
        ([good, good, "--params", tmp_path / "missing.prm"], f"{tmp_path / 'missing.prm'}: no such file"),
    ]:
        code, out, err = run(*arguments)
        assert (code, out) == (1, "")
        assert err.startswith(f"rightmost: {message}")
        assert err.count("\n") == 1


def test_breakdowns_follow_the_report(run, file, monkeypatch):
    monkeypatch.delattr("rightmost.evaluation.breakdown.evaluate")  # nothing is scored twice
    gold, predicted = file("gold", ARTHUR), file("predicted", ARTHUR.replace("PP", "NP"))
    plain = run(gold, predicted)[1]
    code, out, err = run(gold, predicted, "--by", "length,label")
    assert (code, err) == (0, "")
    assert out == plain + (
        "\n-- By length: words in the sentence --\n"
        "length  Recall  Precision      F1    gold  found  predicted  right\n"
        "1-10     85.71      85.71   85.71       7      6          7      6\n"
        "\n-- By label: label of the bracket --\n"
        "label  Recall  Precision      F1    gold  found  predicted  right\n"
        "NP     100.00      80.00   88.89       4      4          5      4\n"
        "PP       0.00       0.00    0.00       1      0          0      0\n"
        "S      100.00     100.00  100.00       1      1          1      1\n"
        "VP     100.00     100.00  100.00       1      1          1      1\n"
    )


def test_breakdowns_as_json(run, file):
    gold, predicted = file("gold", ARTHUR, COMMA), file("predicted", ARTHUR, MISTAGGED)
    code, out, _ = run(gold, predicted, "--json", "--by", "width,depth,distance", "--gold-tags")
    tables = json.loads(out)
    assert code == 0
    assert list(tables) == ["all", "len<=40", "by"]
    assert list(tables["by"]) == ["width", "depth", "distance"]
    for groups in tables["by"].values():
        assert sum(group["gold_brackets"] for group in groups.values()) == tables["all"]["gold_brackets"] == 10


@pytest.mark.parametrize("name", ["plot.png", "plot.svg"])
def test_a_plot(run, file, tmp_path, name):
    pytest.importorskip("matplotlib")
    gold, predicted = file("gold", ARTHUR), file("predicted", ARTHUR.replace("PP", "NP"))
    code, out, err = run(gold, predicted, "--by", "label", "--plot", tmp_path / name)
    assert (code, err) == (0, "")
    assert "-- By label" in out
    assert (tmp_path / name).stat().st_size > 1000


def test_bad_breakdowns(run, file, tmp_path, monkeypatch):
    gold = file("gold", ARTHUR)
    for options, code, message in [
        (
            ["--by", "length,colour"],
            2,
            "cannot break down by 'colour'; allowed: length, label, width, depth, distance, with commas between",
        ),
        (
            ["--plot", "a.png"],
            2,
            "--plot draws breakdowns; say which with --by, of length, label, width, depth, distance",
        ),
        (["--by", "label", "--plot", "a.pdf"], 2, "a.pdf: a picture's name must end in .png or .svg"),
    ]:
        assert run(gold, gold, *options) == (code, "", f"rightmost: {message}\n")
    monkeypatch.setattr("rightmost.evaluation.breakdown_plot.find_spec", lambda name: None)
    assert run(gold, gold, "--by", "label", "--plot", tmp_path / "a.png") == (
        1,
        "",
        "rightmost: pictures need matplotlib, which is not installed: pip install 'rightmost[plots]'\n",
    )


# -- a model's trees ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def tiny(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("models") / "tiny"
    save_model(network(), path, about={})
    return path


def test_a_model_parses_the_gold_words(run, file, tiny, tmp_path):
    gold = file("gold", ARTHUR, "", "(TOP (NP (NNP Arthur) (-LRB- -LRB-) (-NONE- *T*-1) (-RRB- ])))", COMMA)
    parser = rightmost.load(tiny)
    trees = [parser.parse(words) for words in (ARTHUR_WORDS, ["Arthur", "(", "]"], ["Now", ",", "sit"])]
    predicted = file("predicted", str(trees[0]), "", str(trees[1]), str(trees[2]))
    assert run(gold, "--model", tiny) == run(gold, predicted)
    with_beam = [parser.parse(tree.words, beam=4) for tree in trees]
    predicted = file("beam", str(with_beam[0]), "", str(with_beam[1]), str(with_beam[2]))
    assert run(gold, "--model", tiny, "--beam", "4", "--json") == run(gold, predicted, "--json")


def test_a_model_and_the_words_as_they_are_written(run, file, tiny):
    gold = file("gold", "(TOP (NP (NNP Arthur) (-LRB- -LRB-) (-RSB- ])))")
    code, out, err = run(gold, "--model", tiny, "--params", file("camelot.prm", PARAMETERS), "--json")
    assert (code, err) == (0, "")
    assert json.loads(out)["all"]["error_sentences"] == 0


def test_predicted_trees_and_a_model(run, file, tiny):
    gold = file("gold", ARTHUR)
    code, out, err = run(gold, gold, "--model", tiny)
    assert (code, out) == (2, "")
    assert err == (
        "rightmost: both PREDICTED and --model; give a second file, or a model: "
        "rightmost evaluate GOLD PREDICTED, or GOLD --model M\n"
    )


def test_a_style_reaches_the_model(run, file, tiny):
    code, out, err = run(file("gold", ARTHUR), "--model", tiny, "--style", "masc")
    assert (code, out, err) == (2, "", "rightmost: style 'masc'; allowed with this model: none\n")


def test_the_summary_alone(run, tmp_path):
    gold, predicted = tmp_path / "gold", tmp_path / "predicted"
    gold.write_text(f"{ARTHUR}\n" * 2, encoding="utf-8")
    predicted.write_text(f"{ARTHUR}\n(S (NN short))\n", encoding="utf-8")
    code, whole, _ = run(gold, predicted)
    assert code == 0
    code, out, err = run(gold, predicted, "--summary")
    assert (code, err) == (0, ""), "not a line a sentence that went wrong either"
    assert out.startswith("=== Summary ===\n")
    assert whole.endswith(out)
    assert run(gold, predicted, "--summary", "--json")[1] == run(gold, predicted, "--json")[1]
    assert run(gold, predicted, "--device", "cpu")[0] == 2


def test_a_model_with_a_look_ahead(run, file, tiny):
    parser = rightmost.load(tiny)
    trees = [rightmost.Tree.from_string(each) for each in (ARTHUR, "(S (NP (DT the) (NNPS Britons)) (VP (VBP see)))")]
    gold = file("gold", *map(str, trees))
    ahead = file("ahead", *(str(parser.parse(tree.words, look_ahead=1)) for tree in trees))
    assert run(gold, "--model", tiny, "--look-ahead", "1", "--json") == run(gold, ahead, "--json")
