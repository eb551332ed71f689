from __future__ import annotations

import pytest
import torch

from model.networks import TREES, network
from rightmost.errors import RightmostError
from rightmost.modelfile.folder import load_model, save_model
from rightmost.modelfile.shipped import about_model
from rightmost.trees.brackets import write_trees
from tool import tool


def test_a_model_is_shipped_with_its_scores_in_a_quarter_of_its_size(tmp_path):
    made = network()
    save_model(made, tmp_path / "run", about={"training": {"seed": 1}, "dev": {}})
    write_trees(TREES, tmp_path / "trees.txt")
    tool("ship").ship([tmp_path / "run"], tmp_path / "en", licence="CC0", test=[tmp_path / "trees.txt"])
    about = about_model(tmp_path / "en")
    assert (about["licence"], about["training"], about["mean_of"]) == ("CC0", {"seed": 1}, 1)
    sizes = [sum(path.stat().st_size for path in (tmp_path / name).glob("*.safetensors")) for name in ("run", "en")]
    assert sizes[1] < 0.45 * sizes[0]  # the test's matrices are so small that their scales count
    shipped = load_model(tmp_path / "en")
    assert about["test"]["trees"] == tool("ship").figures(shipped, TREES)
    for name, tensor in made.state_dict().items():
        torch.testing.assert_close(shipped.state_dict()[name], tensor, atol=0.02, rtol=0.01)


def test_the_style_it_parses_in_goes_with_it(tmp_path):
    save_model(network(styles=("gum", "masc"), style="gum"), tmp_path / "run", about={"training": {}})
    write_trees(TREES[:1], tmp_path / "trees.txt")
    for asked, shipped in (("masc", "masc"), (None, "gum")):
        tool("ship").ship(
            [tmp_path / "run"], tmp_path / shipped, licence="CC0", test=[tmp_path / "trees.txt"], style=asked
        )
        assert load_model(tmp_path / shipped).style == shipped


def test_of_several_models_the_mean_is_shipped(tmp_path):
    one, other = network(), network()
    with torch.no_grad():
        for parameter in other.parameters():
            parameter += 1.0
    other.config = other.config.model_copy(update={"piece_dropout": 0.1})  # as a later step may
    for name, made in (("one", one), ("other", other)):
        save_model(made, tmp_path / name, about={})
    mean = tool("ship").mean_of([tmp_path / "one", tmp_path / "other"])
    for name, tensor in mean.state_dict().items():
        torch.testing.assert_close(tensor, (one.state_dict()[name] + other.state_dict()[name]) / 2)
    assert not torch.equal(mean.encoder.project.weight, one.encoder.project.weight)


def test_models_of_other_labels_have_no_mean(tmp_path):
    """Their numbers may mean something else, even where they are equally many."""
    save_model(network(), tmp_path / "one", about={})
    save_model(network(width=20), tmp_path / "other", about={})
    with pytest.raises(RightmostError, match="other: other labels or settings than"):
        tool("ship").mean_of([tmp_path / "one", tmp_path / "other"])


@pytest.mark.parametrize(("text", "said"), [("(S (NN king", r"trees\.txt:1"), ("\n", r"trees\.txt: no trees in it")])
def test_bad_trees_cost_no_model(tmp_path, text, said):
    save_model(network(), tmp_path / "run", about={"training": {}})
    (tmp_path / "trees.txt").write_text(text)
    with pytest.raises(RightmostError, match=said):
        tool("ship").ship([tmp_path / "run"], tmp_path / "en", licence="CC0", test=[tmp_path / "trees.txt"])
    assert not (tmp_path / "en").exists()


def test_two_test_files_of_one_name(tmp_path):
    save_model(network(), tmp_path / "run", about={"training": {}})
    files = [tmp_path / "masc" / "test.txt", tmp_path / "gum" / "test.txt"]
    for path in files:
        path.parent.mkdir()
        write_trees(TREES[:1], path)
    with pytest.raises(RightmostError, match="two files of one name"):
        tool("ship").ship([tmp_path / "run"], tmp_path / "en", licence="CC0", test=files)
    assert not (tmp_path / "en").exists()
