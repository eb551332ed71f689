"""Tiny networks, and the treebank they are of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from transformers import XLNetConfig

from encoding.cutters import xlnet_like
from rightmost.encoding.pretrained import subwords_for, transformer_from_config
from rightmost.model.build import assemble, build
from rightmost.model.graph_decoder import GraphDecoder, SequenceDecoder
from rightmost.model.history import states_at
from rightmost.model.model_config import ModelConfig
from rightmost.model.network import Batch, Network
from rightmost.model.states import States
from rightmost.model.vocabulary import Vocabulary
from rightmost.trees.tree import Tree
from strategies import ARTHUR

TREES = tuple(
    map(
        Tree.from_string,
        (
            ARTHUR,
            "(S (NP (NNP Arthur)) (VP (VBZ rides)))",
            "(S (NP (DT the) (NNPS Britons)) (VP (VBP see) (NP (DT the) (NN King))))",
            "(S (VP (VB Go)))",
            "(NP (NP (DT the) (NN King)) (PP (IN of) (NP (NNPS Britons))))",
            "(S (NP (PRP He)) (VP (VBZ sees) (NP (NP (DT the) (NN castle)) (PP (IN of) (NP (NNP Arthur))))))",
            "(S (NP (DT the) (NN swallow)) (VP (VBZ flies)) (. .))",
            "(S (NP (PRP We)) (VP (VBP see) (NP (DT a) (NN swallow)) (PP (IN in) (NP (DT the) (NN castle)))) (. .))",
            "(FRAG (NP (DT a) (NN swallow)) (. ?))",
            "(S (NP (NNS knights)) (VP (VBP say) (NP (UH Ni))) (. !))",
        ),
    )
)
VOCABULARY = Vocabulary.from_trees(TREES)
SIZES: dict[str, Any] = {
    "width": 16,
    "attention_layers": 1,
    "attention_heads": 2,
    "head_width": 8,
    "feedforward": 16,
    "positions": 12,
    "gcn_layers": 2,
}
LEVELS = 9  # more than any network here looks down
DECODERS = ("graph", "sequence", "in-order")


def config(**settings: Any) -> ModelConfig:
    return ModelConfig(**{"encoder": "tiny", **SIZES, **settings})


def network(*, seed: int = 0, vocabulary: Vocabulary = VOCABULARY, **settings: Any) -> Network:
    """A random network around the tiny encoder, ready to parse. Its tables and biases are not near nothing.

    Labels see the target, unless the settings say otherwise: what holds for those holds for independent ones too.
    """
    torch.manual_seed(seed)
    settings = {"labels_given_target": settings.get("decoder", "graph") == "graph", **settings}
    made = build(config(**settings), vocabulary)
    return _shaken(made).eval()


def xlnet_network(*, seed: int = 0, side: str = "left", **settings: Any) -> Network:
    """The same around a tiny XLNet, whose tokenizer pads on the left."""
    torch.manual_seed(seed)
    shape = XLNetConfig(vocab_size=130, d_model=16, n_layer=2, n_head=2, d_inner=32, dropout=0.0)
    transformer = transformer_from_config(shape)
    subwords = subwords_for(transformer, xlnet_like(side=side))
    return _shaken(assemble(config(**settings), VOCABULARY, transformer, subwords)).eval()


def _shaken(made: Network) -> Network:
    """Larger random weights where initial ones are nothing, or so small that a mistake in them would not show."""
    with torch.no_grad():
        for parameter in made.other_parameters():
            parameter.add_(torch.randn_like(parameter) * 0.2)
    return made


def graph_decoder(made: Network) -> GraphDecoder:
    assert isinstance(made.decoder, GraphDecoder)
    return made.decoder


def action_decoder(made: Network) -> GraphDecoder | SequenceDecoder:
    """One that beams and constraints are for."""
    assert isinstance(made.decoder, GraphDecoder | SequenceDecoder)
    return made.decoder


def random_words(made: Network, words: int, seed: int) -> torch.Tensor:
    """Features that no encoder gave. (words, width) float64"""
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(words, made.config.width, generator=generator, dtype=torch.float64)


def batch_of(made: Network, trees: Sequence[Tree] = TREES) -> Batch:
    return made.collate([made.prepare(tree) for tree in trees])


def states_of(batch: Batch) -> States:
    """The states of all decisions of the batch."""
    return states_at(
        batch.histories,
        sentence=batch.sentence,
        time=batch.decisions[:, 0],
        first_word=batch.first_word,
        levels=LEVELS,
    )


def scores_of(made: Network, words: torch.Tensor, states: States, **open_index: torch.Tensor) -> Any:
    """What the decoder makes of the states, from the words' features."""
    return made.decoder(made.decoder.prepare(words, made.encoder.position_table), states, **open_index)


def gradients(made: Network) -> dict[str, torch.Tensor]:
    """Every parameter's gradient, and forgets them."""
    found = {name: weight.grad.clone() for name, weight in made.named_parameters() if weight.grad is not None}
    made.zero_grad(set_to_none=True)
    return found


def assert_close(ours: torch.Tensor, theirs: torch.Tensor, tolerance: float) -> None:
    torch.testing.assert_close(ours, theirs, atol=tolerance, rtol=tolerance)
