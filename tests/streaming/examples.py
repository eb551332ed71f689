"""Tiny parsers, and words to push."""

from __future__ import annotations

import torch
from hypothesis import strategies as st

from model.networks import network
from rightmost.parser import Parser

torch.set_num_threads(1)
CPU = torch.device("cpu")
PARSERS = [Parser(network(seed=seed, prefix_mark=seed % 2), device=CPU, dtype="float32") for seed in range(3)]
SEQUENCE = Parser(network(seed=3, decoder="sequence"), device=CPU, dtype="float32")
PARSER = PARSERS[0]
WORDS = ["Arthur", "is", "King", "of", "the", "Britons", "and", "sees", "a", "swallow", "(", ".", "Ni"]

parsers = st.sampled_from([*PARSERS, SEQUENCE])
some_words = st.lists(st.sampled_from(WORDS), min_size=1, max_size=8)
beams = st.sampled_from([1, 3])
look_aheads = st.sampled_from([0, 1, 2, 5])


def told(step):
    """What a step holds, to be compared."""
    return (step, str(step.tree))
