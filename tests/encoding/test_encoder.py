from __future__ import annotations

import pytest
import torch
from torch import nn

from encoding.cutters import places
from model.networks import TREES, assert_close, network, xlnet_network
from rightmost.encoding.batches import EncoderInput
from rightmost.model.network import Network

SENTENCES = [list(tree.words) for tree in TREES]
LONG = [f"{word}{number}" for number, word in enumerate(SENTENCES[0] * 9)]  # 54 words, beyond every tiny limit


def input_of(made: Network, sentences: list[list[str]]) -> EncoderInput:
    return made.input_of([made.subwords.windows(words) for words in sentences])


@torch.no_grad()
def encoded(made: Network, sentences: list[list[str]]) -> torch.Tensor:
    return made.encode(input_of(made, sentences))


@pytest.mark.parametrize("pooling", ["first", "last", "mean"])
@pytest.mark.parametrize("make", [network, xlnet_network])
def test_pooling_against_each_word_by_hand(pooling, make):
    made = make(pooling=pooling).double()
    batch = input_of(made, SENTENCES)
    with torch.no_grad():
        pooled = made.encoder._pooled(batch)
        row = 0
        for words in SENTENCES:
            (window,) = made.subwords.windows(words)
            alone = made.encoder.transformer(input_ids=torch.tensor([window.pieces])).last_hidden_state[0]
            for first, last in places(window):
                pieces = alone[first : last + 1]
                naive = {"first": pieces[0], "last": pieces[-1], "mean": pieces.mean(0)}[pooling]
                assert_close(pooled[row], naive, 1e-9)
                row += 1
    assert row == len(pooled)


def test_left_padding_gives_what_right_padding_does():
    left, right = xlnet_network(side="left").double(), xlnet_network(side="right").double()
    right.load_state_dict(left.state_dict())
    assert left.subwords.pads_left
    assert not right.subwords.pads_left
    pieces = [input_of(made, SENTENCES).pieces for made in (left, right)]
    assert not torch.equal(*pieces)
    assert_close(encoded(left, SENTENCES), encoded(right, SENTENCES), 1e-9)


@pytest.mark.parametrize("make", [network, xlnet_network])
def test_a_sentence_is_encoded_the_same_alone_and_among_others(make):
    made = make().double()
    sentences = [*SENTENCES, LONG]
    together = encoded(made, sentences)
    alone = torch.cat([encoded(made, [words]) for words in sentences])
    assert_close(together, alone, 1e-9)


def test_content_before_attention_is_the_projection_and_position_the_table():
    made = network(attention_layers=0).double()
    batch = input_of(made, [LONG])
    with torch.no_grad():
        features = made.encode(batch)
        content = made.encoder.project(made.encoder._pooled(batch))
        table = made.encoder.position_table
        rows = [place if place < 12 else 6 + (place - 6) % 6 for place in range(len(LONG))]  # 12 positions
        naive = made.encoder.norm(torch.cat([content, table[rows]], dim=1))
    assert_close(features, naive, 1e-12)


def test_a_sentence_beyond_all_limits_has_a_feature_for_each_word():
    made = network()
    assert len(made.subwords.windows(LONG)) > 2
    assert len(LONG) > made.config.positions
    features = encoded(made, [LONG])
    assert features.shape == (len(LONG), made.config.width)
    assert features.isfinite().all()


def test_words_far_away_do_not_reach_across_windows():
    """Time and memory stay linear: a word sees its own windows and no more."""
    made = network()
    changed = [*LONG[:-1], "swallow"]
    before, after = encoded(made, [LONG]), encoded(made, [changed])
    assert torch.equal(before[:10], after[:10])
    assert not torch.equal(before[-1], after[-1])


def test_gold_tags_are_embedded_an_unknown_one_too():
    made = network(gold_tags=True)
    batch = input_of(made, [["Arthur", "rides"]])
    with torch.no_grad():
        one, other, unknown = (made.encode(batch, torch.tensor([0, tag])) for tag in (1, 2, -1))
    assert not torch.equal(one, other)
    assert not torch.equal(one, unknown)
    assert unknown.isfinite().all()
    with pytest.raises(ValueError, match="this model embeds the words' tags: they must be given"):
        made.encode(batch)


def test_without_gold_tags_tags_change_nothing():
    made = network()
    batch = input_of(made, [["Arthur", "rides"]])
    with torch.no_grad():
        assert torch.equal(made.encode(batch, torch.tensor([0, 1])), made.encode(batch))


def test_a_mix_of_layers_is_their_weighted_mean():
    made = network(layer_mix=True).double()
    nn.init.zeros_(made.encoder.layer_mix.weights)
    nn.init.ones_(made.encoder.layer_mix.scale)
    batch = input_of(made, SENTENCES)
    with torch.no_grad():
        output = made.encoder.transformer(
            input_ids=batch.pieces, attention_mask=batch.mask, output_hidden_states=True
        ).hidden_states
        assert len(output) == made.encoder.transformer.config.num_hidden_layers + 1
        mean = torch.stack(output).mean(0).flatten(0, 1)[batch.last_piece]
        assert_close(made.encoder._pooled(batch), mean, 1e-9)
        made.encoder.layer_mix.weights[0] = 100.0
        assert_close(made.encoder._pooled(batch), output[0].flatten(0, 1)[batch.last_piece], 1e-9)


def test_letter_case_is_seen_only_where_asked_for():
    for asked in (False, True):
        made = network(letter_case=asked).double()
        made.subwords._known |= dict.fromkeys(("Arthur", "arthur"), (5,))  # as in an encoder of small letters
        one, other = encoded(made, [["Arthur"]]), encoded(made, [["arthur"]])
        assert torch.equal(one, other) is not asked


def test_styles_change_what_is_read_and_some_sentences_are_not_told_theirs():
    made = network(styles=("gum", "masc"), style_dropout=0.5).double()
    words = {}
    for style in (None, "gum", "masc"):
        made.style = style
        words[style] = encoded(made, SENTENCES)
    assert not torch.equal(words[None], words["gum"])
    assert not torch.equal(words["gum"], words["masc"])
    batch = input_of(made, SENTENCES * 50)
    made.train()
    torch.manual_seed(1)
    told = made.encoder._styles(batch)
    by_sentence = told.split(list(batch.lengths))
    assert all(len(set(each.tolist())) == 1 for each in by_sentence)
    assert {int(each[0]) for each in by_sentence} == {0, 2}
    made.eval()
    assert torch.equal(made.encoder._styles(batch), batch.style)
