from __future__ import annotations

import pytest

from model.networks import DECODERS, network
from rightmost.decoding.constraints import Constraints
from rightmost.decoding.parse import parse_sentences
from rightmost.decoding.systems import MEANS
from rightmost.errors import RightmostError
from rightmost.transitions.system import System
from rightmost.trees.tree import Leaf

SENTENCE = [Leaf("Arthur", "NNP"), Leaf("rides", "VBZ")]


def test_every_system_has_its_means():
    assert set(MEANS) == set(System)


@pytest.mark.parametrize("decoder", DECODERS)
def test_every_decoder_parses_by_the_means_of_its_system(decoder):
    made = network(decoder=decoder)
    (trees,) = parse_sentences(made, [SENTENCE], beam=3, k=3)
    assert len(trees) == 3
    assert all(scored.tree.words == ("Arthur", "rides") for scored in trees)


@pytest.mark.parametrize("decoder", DECODERS)
def test_constraints_are_kept_or_refused(decoder):
    made = network(decoder=decoder)
    constraints = [Constraints(forbid=((0, 2, "no such label"),))]
    if MEANS[made.decoder.system].constraints:
        assert parse_sentences(made, [SENTENCE], constraints=constraints)
    else:
        with pytest.raises(RightmostError, match="in-order decoder knows no constraints"):
            parse_sentences(made, [SENTENCE], constraints=constraints)
