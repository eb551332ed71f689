from __future__ import annotations

import torch

from model.networks import assert_close, batch_of, graph_decoder, network, random_words, states_of


@torch.no_grad()
def test_what_is_prepared_is_the_table_and_its_map():
    """Labels have no position and positions no content: each is half of a row."""
    made = network().double()
    features = graph_decoder(made).features
    words = random_words(made, 5, 0)
    tables = features.prepare(words, made.encoder.position_table)
    half = made.config.width // 2
    rows = features.rows
    assert torch.equal(tables.table[rows.first_leaf :], words)
    assert not tables.table[1 : rows.first_position, half:].any()
    assert not tables.table[rows.first_position : rows.first_leaf, :half].any()
    assert_close(tables.mapped, features.convolution.layers[0].map(tables.table), 1e-12)


@torch.no_grad()
def test_every_chain_node_has_features():
    made = network().double()
    features = graph_decoder(made).features
    batch = batch_of(made)
    words = random_words(made, batch.words, 0)
    states = states_of(batch)
    chain, lengths = features(features.prepare(words, made.encoder.position_table), states)
    assert torch.equal(lengths, states.chain_length)
    assert chain.shape == (int(lengths.sum()), made.config.width)
    assert chain.isfinite().all()
