from __future__ import annotations

import numpy as np
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from encoding.cutters import characters, xlnet_like
from rightmost.encoding.batches import AttentionLayout, encoder_input, sent_together
from rightmost.encoding.letter_case import letter_case
from rightmost.encoding.subwords import Subwords

CUTTERS = {"right": characters(), "left": xlnet_like()}
sentence_lengths = st.lists(st.integers(1, 70), min_size=1, max_size=5)


@settings(deadline=None)
@given(sentence_lengths, st.integers(4, 30))
def test_every_word_is_taken_once_from_the_middle_of_a_window(lengths, window):
    layout = AttentionLayout.of(lengths, window=window)
    rows, width = layout.words.shape
    assert width == min(window, max(lengths))
    flat_words, flat_mask = layout.words.flatten(), layout.mask.flatten()
    assert flat_mask[layout.taken_from].all()
    assert flat_words[layout.taken_from].tolist() == list(range(sum(lengths)))
    sentence_of = torch.repeat_interleave(torch.tensor(lengths))
    starts = torch.tensor([0, *lengths]).cumsum(0)
    quarter = window // 2 // 2
    for number, flat in enumerate(layout.taken_from.tolist()):
        row = flat // width
        seen = layout.words[row][layout.mask[row]]
        sentence = int(sentence_of[number])
        assert (sentence_of[seen] == sentence).all(), "a row is of one sentence"
        assert seen.tolist() == list(range(int(seen[0]), int(seen[-1]) + 1))
        assert number - seen[0] >= quarter or seen[0] == starts[sentence]
        assert seen[-1] - number >= quarter or seen[-1] == starts[sentence + 1] - 1
    assert rows == sum(1 if n <= window else len(range(0, n - window // 2, window // 2)) for n in lengths)


def test_windows_are_linear_in_the_sentence():
    assert AttentionLayout.of([10_000], window=100).words.numel() < 2.1 * 10_000


def test_a_sentence_is_one_row_and_nothing_is_behind_its_end():
    layout = AttentionLayout.of([2, 3], window=8)
    assert layout.words.tolist() == [[0, 1, 0], [2, 3, 4]]
    assert layout.mask.tolist() == [[True, True, False], [True, True, True]]
    assert layout.taken_from.tolist() == [0, 1, 3, 4, 5]


any_sentences = st.lists(
    st.lists(st.text(alphabet="Arthur KingBritons\u200b", max_size=40), min_size=1, max_size=25), min_size=1, max_size=5
)


@settings(deadline=None, max_examples=60)
@given(st.sampled_from(["left", "right"]), any_sentences)
def test_pieces_of_words_lie_where_the_input_says(side, sentences):
    subwords = Subwords(CUTTERS[side], limit=130)
    windows = [subwords.windows(words) for words in sentences]
    styles = list(range(len(windows)))
    batch = encoder_input(windows, subwords, attention_window=16, styles=styles)
    assert batch.case.tolist() == [letter_case(word) for words in sentences for word in words]
    assert batch.style.tolist() == batch.sentence.tolist() == np.repeat(styles, batch.lengths).tolist()
    assert batch.pieces.shape == batch.mask.shape
    assert batch.lengths == tuple(map(len, sentences))
    assert batch.words == sum(batch.lengths)
    assert batch.place.tolist() == [place for words in sentences for place in range(len(words))]
    flat, mask = batch.pieces.flatten(), batch.mask.flatten()
    expected = subwords.pieces([word for words in sentences for word in words])
    for first, last, pieces in zip(batch.first_piece.tolist(), batch.last_piece.tolist(), expected):
        assert tuple(flat[first : last + 1].tolist()) == pieces
        assert mask[first : last + 1].all()
    for row, window in enumerate(window for sentence in windows for window in sentence):
        real = batch.mask[row].bool()
        assert tuple(batch.pieces[row][real].tolist()) == window.pieces
        assert (batch.pieces[row][~real] == subwords.pad).all()
        edges = batch.mask[row].diff()
        assert (edges >= 0).all() if side == "left" else (edges <= 0).all()


def test_tensors_that_are_sent_together_stay_as_they_are():
    given_tensors = [torch.arange(6).view(2, 3), torch.tensor([[True], [False]]), torch.zeros(0, dtype=torch.long)]
    for sent, tensor in zip(sent_together(given_tensors, torch.device("cpu")), given_tensors, strict=True):
        assert sent.dtype == tensor.dtype
        assert torch.equal(sent, tensor)


def test_a_batch_that_is_there_stays_as_it_is():
    subwords = Subwords(CUTTERS["right"], limit=130)
    batch = encoder_input([subwords.windows(["Arthur"])], subwords, attention_window=16, styles=[0])
    assert batch.to(torch.device("cpu")) is batch


def test_moving_a_batch_moves_all_of_it():
    subwords = Subwords(CUTTERS["right"], limit=130)
    windows = [subwords.windows(["Arthur", "is"])]
    batch = encoder_input(windows, subwords, attention_window=16, styles=[0]).to(torch.device("meta"))
    tensors = (
        *(batch.pieces, batch.mask, batch.first_piece, batch.last_piece),
        *(batch.place, batch.sentence, batch.case, batch.style),
    )
    layout = (batch.layout.words, batch.layout.mask, batch.layout.taken_from)
    assert {tensor.device.type for tensor in (*tensors, *layout)} == {"meta"}
    assert batch.layout.sentences == 1
