from __future__ import annotations

from dataclasses import replace

import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor
from torch.nn import functional as F

from model.networks import assert_close
from rightmost.encoding.attention import AttentionLayer, Halves
from rightmost.encoding.batches import AttentionLayout

WIDTH, HEADS, HEAD_WIDTH, FEEDFORWARD = 16, 2, 8, 12


def random_layer(*, seed: int = 0, attention_dropout: float = 0.0) -> AttentionLayer:
    torch.manual_seed(seed)
    layer = AttentionLayer(
        WIDTH,
        heads=HEADS,
        head_width=HEAD_WIDTH,
        feedforward=FEEDFORWARD,
        relu_dropout=0.0,
        residual_dropout=0.0,
        attention_dropout=attention_dropout,
    ).double()
    with torch.no_grad():
        for parameter in layer.parameters():
            parameter.add_(torch.randn_like(parameter) * 0.3)
    return layer.eval()


def attended(layer: AttentionLayer, sentence: Tensor) -> Tensor:
    """One layer over one sentence, a half and a head at a time."""
    half, inner = WIDTH // 2, HEADS * HEAD_WIDTH // 2
    halves = []
    for inputs, map_ in (
        (sentence[:, :half], layer.query_key_value.content),
        (sentence[:, half:], layer.query_key_value.position),
    ):
        query, key, value = (inputs @ map_.weight.T).split(inner, dim=1)
        halves.append([part.split(HEAD_WIDTH // 2, dim=1) for part in (query, key, value)])
    results: tuple[list[Tensor], list[Tensor]] = ([], [])
    for head in range(HEADS):
        scores = sum(query[head] @ key[head].T for query, key, _ in halves)  # the halves' scores are added
        shares = (scores / HEAD_WIDTH**0.5).softmax(1)
        for result, (_, _, value) in zip(results, halves):
            result.append(shares @ value[head])
    content, position = (torch.cat(result, dim=1) for result in results)
    out = torch.cat([content @ layer.output.content.weight.T, position @ layer.output.position.weight.T], dim=1)
    norm = layer.attention_norm
    features = F.layer_norm(sentence + out, (WIDTH,), norm.weight, norm.bias)
    fed = torch.cat(
        [
            layer.narrow.content(layer.widen.content(features[:, :half]).relu()),
            layer.narrow.position(layer.widen.position(features[:, half:]).relu()),
        ],
        dim=1,
    )
    norm = layer.feedforward_norm
    return F.layer_norm(features + fed, (WIDTH,), norm.weight, norm.bias)


@settings(deadline=None, max_examples=25)
@given(st.lists(st.integers(1, 9), min_size=1, max_size=4), st.integers(0, 100))
def test_a_layer_is_the_naive_one_sentence_by_sentence(lengths, seed):
    """So padding never matters, nor what stands beside a sentence."""
    layer = random_layer(seed=seed)
    words = torch.randn(sum(lengths), WIDTH, dtype=torch.float64)
    ours = layer(words, AttentionLayout.of(lengths, window=10))
    theirs = torch.cat([attended(layer, sentence) for sentence in words.split(lengths)])
    assert_close(ours, theirs, 1e-10)


@settings(deadline=None, max_examples=15)
@given(st.lists(st.integers(1, 30), min_size=1, max_size=3), st.integers(4, 9))
def test_a_long_sentence_is_attended_to_in_windows(lengths, window):
    layer = random_layer()
    words = torch.randn(sum(lengths), WIDTH, dtype=torch.float64)
    ours = layer(words, AttentionLayout.of(lengths, window=window))
    step = window // 2
    theirs = []
    for sentence in words.split(lengths):
        count = len(sentence)
        begins = list(range(0, count - step, step)) if count > window else [0]
        results = {begin: attended(layer, sentence[begin : begin + window]) for begin in begins}
        for word in range(count):
            # The window in whose middle half the word stands; at the sentence's ends, its first and last window.
            begin = begins[min(max((word - step // 2) // step, 0), len(begins) - 1)]
            theirs.append(results[begin][word - begin])
    assert_close(ours, torch.stack(theirs), 1e-10)


def test_what_is_behind_a_sentence_s_end_is_never_read():
    layer = random_layer()
    words = torch.randn(12, WIDTH, dtype=torch.float64)
    layout = AttentionLayout.of([2, 10], window=4)
    assert not layout.mask.all()
    spoilt = replace(layout, words=layout.words.masked_fill(~layout.mask, 11))
    assert torch.equal(layer(words, layout), layer(words, spoilt))


def test_content_never_becomes_position_within_a_map():
    halves = Halves(WIDTH, 6)
    inputs = torch.randn(3, WIDTH)
    other = inputs.clone()
    other[:, WIDTH // 2 :] += 1
    assert torch.equal(halves(inputs)[:, :3], halves(other)[:, :3])
    assert not torch.equal(halves(inputs)[:, 3:], halves(other)[:, 3:])


def test_attention_dropout_is_for_training_alone():
    layer = random_layer(attention_dropout=0.5)
    words, layout = torch.randn(6, WIDTH, dtype=torch.float64), AttentionLayout.of([6], window=8)
    assert torch.equal(layer(words, layout), layer(words, layout))
    layer.train()
    assert not torch.equal(layer(words, layout), layer(words, layout))


def test_halves_written_side_by_side_are_the_same():
    """The way of a GPU that is not learning."""
    for bias in (True, False):
        halves = Halves(8, 12, bias=bias).double()
        features = torch.randn(5, 8, dtype=torch.float64)
        with torch.no_grad():
            assert_close(halves._side_by_side(*features.chunk(2, dim=-1)), halves(features), 1e-12)
