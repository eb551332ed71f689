from __future__ import annotations

import contextlib
from itertools import pairwise
from unittest import mock

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast

from encoding.cutters import characters, places, word_pieces, xlnet_like
from rightmost.encoding.subwords import MOST_PIECES, PLAIN_SPELLINGS, Subwords, Window
from rightmost.errors import RightmostError

CUTTERS = {"characters": characters(), "word pieces": word_pieces(), "xlnet": xlnet_like()}
LIMIT = 512
SUBWORDS = {name: Subwords(tokenizer, limit=LIMIT) for name, tokenizer in CUTTERS.items()}
ODD = [
    "",
    " ",
    "\t",
    "\x00",
    "\x7f",
    "\u200b",
    "\u200d",
    "\ufeff",
    "\u00ad",
    "\u0301",
    "😀",
    "👩\u200d🚀",
    "\U0010ffff",
]
kinds = st.sampled_from(sorted(SUBWORDS))
any_words = st.lists(st.text(max_size=8) | st.sampled_from(ODD), min_size=1, max_size=12)


# -- pieces -------------------------------------------------------------------------------------------


@given(kinds, any_words)
@settings(deadline=None)
def test_every_word_has_its_own_pieces_whatever_its_characters(kind, words):
    subwords = SUBWORDS[kind]
    pieces = subwords.pieces(words)
    assert len(pieces) == len(words)
    assert all(1 <= len(cut) <= MOST_PIECES for cut in pieces)
    for word, cut in zip(words, pieces):
        fresh = Subwords(CUTTERS[kind], limit=LIMIT)
        assert fresh.pieces([word]) == [cut], "neither its neighbours nor an earlier sentence change a word's pieces"


@pytest.mark.parametrize("kind", sorted(SUBWORDS))
@pytest.mark.parametrize("word", ODD)
def test_odd_words_have_a_piece(kind, word):
    assert len(SUBWORDS[kind].pieces([word])[0]) >= 1


@pytest.mark.parametrize("kind", sorted(SUBWORDS))
def test_half_a_surrogate_pair_is_a_word_too(kind):
    """Python reads such from undecodable bytes (surrogateescape); no tokenizer takes them."""
    pieces = SUBWORDS[kind].pieces(["Arthur", "\ud83d", "x\udcff", "King"])
    assert all(pieces)
    assert len(pieces) == 4


@pytest.mark.parametrize(("spelling", "plain"), PLAIN_SPELLINGS.items())
def test_treebank_spellings_are_cut_as_plain_ones(spelling, plain):
    assert SUBWORDS["characters"].pieces([spelling]) == SUBWORDS["characters"].pieces([plain])
    assert SUBWORDS["characters"].pieces([f"x{spelling}"]) != SUBWORDS["characters"].pieces([f"x{plain}"])


def test_treebank_spellings_have_the_case_of_plain_ones():
    escaped, plain = (SUBWORDS["characters"].windows([word, "King"])[0].cases for word in ("-LRB-", "("))
    assert escaped == plain


def test_all_the_brackets_and_quotes_are_mapped():
    assert PLAIN_SPELLINGS == {
        "``": "“",
        "''": "”",
        "-LRB-": "(",
        "-RRB-": ")",
        "-LSB-": "[",
        "-RSB-": "]",
        "-LCB-": "{",
        "-RCB-": "}",
    }


def test_a_word_of_too_many_pieces_keeps_its_first_and_last():
    word = "a" * 20 + "b" * 20 + "c" * 20
    (cut,) = SUBWORDS["characters"].pieces([word])
    half = MOST_PIECES // 2
    assert CUTTERS["characters"].convert_ids_to_tokens(cut) == ["a"] * half + ["c"] * half
    (exactly,) = SUBWORDS["characters"].pieces(["abcd" * (MOST_PIECES // 4)])
    assert CUTTERS["characters"].convert_ids_to_tokens(exactly) == list("abcd" * (MOST_PIECES // 4))


@pytest.mark.parametrize("kind", sorted(SUBWORDS))
def test_a_word_of_100_000_characters(kind):
    word = "x" + "y" * 99_998 + "z"
    cut, after = SUBWORDS[kind].pieces([word, "King"])
    assert 1 <= len(cut) <= MOST_PIECES
    assert after == SUBWORDS[kind].pieces(["King"])[0]


def test_a_long_word_is_shortened_before_the_tokenizer_sees_it():
    seen = []
    tokenizer = mock.Mock(wraps=CUTTERS["characters"], side_effect=lambda *a, **k: (seen.append(a), mock.DEFAULT)[1])
    tokenizer.pad_token_id, tokenizer.unk_token_id, tokenizer.padding_side = 0, 1, "right"
    Subwords(tokenizer, limit=LIMIT).pieces(["x" * 100_000])
    (((word,),),) = seen[-1]
    assert len(word) == 1000


def test_pieces_are_remembered_but_not_without_end():
    subwords = Subwords(CUTTERS["characters"], limit=LIMIT)
    (arthur,) = subwords.pieces(["Arthur"])
    subwords._known.update({f"w{number}": (5,) for number in range(500_001)})
    assert subwords.pieces(["King", "Arthur"])[1] == arthur
    assert len(subwords._known) == 2


# -- special tokens -----------------------------------------------------------------------------------


def test_special_tokens_before_and_behind():
    assert (SUBWORDS["characters"].prefix, SUBWORDS["characters"].suffix) == ((2,), (3,))
    assert (SUBWORDS["xlnet"].prefix, SUBWORDS["xlnet"].suffix) == ((), (3, 2))
    assert SUBWORDS["xlnet"].special == {SUBWORDS["xlnet"].pad, 3, 2}
    assert [SUBWORDS[kind].pads_left for kind in ("characters", "word pieces", "xlnet")] == [False, False, True]


def test_a_tokenizer_without_an_unknown_or_a_padding_token():
    bare = Tokenizer(models.WordLevel({"a": 0, "b": 1}, unk_token="b"))
    bare.pre_tokenizer = pre_tokenizers.Whitespace()
    with pytest.raises(RightmostError, match="the encoder's tokenizer has neither an unknown nor a padding token"):
        Subwords(PreTrainedTokenizerFast(tokenizer_object=bare), limit=LIMIT)
    padded = Subwords(PreTrainedTokenizerFast(tokenizer_object=bare, pad_token="a"), limit=LIMIT)
    assert padded.pieces([""]) == [(0,)], "without an unknown token, an empty word is a padding piece"
    assert padded.mask == 0, "without a mask, a piece is hidden behind the unknown one"
    masked = Subwords(PreTrainedTokenizerFast(tokenizer_object=bare, pad_token="a", mask_token="b"), limit=LIMIT)
    assert masked.mask == 1


def test_an_encoder_that_reads_too_little():
    with pytest.raises(RightmostError, match=r"the encoder reads only 40 pieces at once; at least [0-9]+ are needed"):
        Subwords(CUTTERS["characters"], limit=40)


def test_a_tokenizer_that_changes_words_beside_special_tokens():
    tokenizer = mock.Mock(pad_token_id=0, unk_token_id=1, padding_side="right")
    tokenizer.side_effect = lambda text, add_special_tokens: {"input_ids": [2, 9, 3] if add_special_tokens else [7]}
    with pytest.raises(RightmostError, match="changes words when it adds its special tokens; it cannot be used"):
        Subwords(tokenizer, limit=LIMIT)


# -- windows ------------------------------------------------------------------------------------------


def windows_of(subwords: Subwords, words: list[str]) -> list[Window]:
    """The windows; fails, and does not run for ever, if there is no end to them."""
    make, left = subwords._window, iter(range(4 * len(words) + 4))

    def limited(*arguments, marks):
        assert next(left, None) is not None, "the windows never come to an end"
        return make(*arguments, marks=marks)

    with mock.patch.object(subwords, "_window", limited):
        return subwords.windows(words)


long_sentences = st.lists(st.integers(0, 45).map("a".__mul__), min_size=1, max_size=60)


@given(st.sampled_from(["characters", "xlnet"]), st.integers(66, 260), long_sentences)
@settings(deadline=None, max_examples=150)
def test_each_word_is_taken_once_in_order_from_inside_a_window(kind, limit, words):
    try:
        subwords = Subwords(CUTTERS[kind], limit=limit)
    except RightmostError:  # too small to be used at all
        assume(limit >= 128)
        raise
    # Words told apart by their pieces: each word's are its own number, as many as it has.
    sizes = [len(pieces) for pieces in subwords.pieces(words)]
    own = [(1000 + number,) * size for number, size in enumerate(sizes)]
    with mock.patch.object(subwords, "pieces", return_value=own):
        windows = windows_of(subwords, words)
    taken = []
    for window in windows:
        assert len(window.pieces) <= limit
        assert window.pieces[: len(subwords.prefix)] == subwords.prefix
        assert window.pieces[len(window.pieces) - len(subwords.suffix) :] == subwords.suffix
        for first, last in places(window):
            assert len(subwords.prefix) <= first <= last < len(window.pieces) - len(subwords.suffix)
            taken.append(window.pieces[first : last + 1])
    assert taken == own
    assert (len(windows) == 1) == (sum(sizes) <= subwords.room)


@pytest.mark.parametrize("limit", [66, 80, 100, 127])
def test_windows_too_small_to_move_on_are_refused_or_managed(limit):
    """Words of 31 pieces, two to a window of 64: half a window is more than one word."""
    with contextlib.suppress(RightmostError):
        windows = windows_of(Subwords(CUTTERS["characters"], limit=limit), ["a" * 31] * 9)
        assert sum(len(places(window)) for window in windows) == 9


def test_the_tiny_encoder_s_limit_is_enough():
    windows = windows_of(Subwords(CUTTERS["characters"], limit=128), ["a" * 31] * 9)
    assert sum(len(places(window)) for window in windows) == 9


def test_neighbouring_windows_overlap_by_half_and_share_it_out_in_the_middle():
    subwords = Subwords(CUTTERS["characters"], limit=102)  # room for 100
    own = [(number,) for number in range(1000, 1400)]
    with mock.patch.object(subwords, "pieces", return_value=own):
        windows = subwords.windows(["a"] * 400)
    inner = [window.pieces[1:-1] for window in windows]
    for window, following in pairwise(inner):
        assert len(window) == 100
        assert window[50:] == following[:50]
    for number, window in enumerate(windows):
        first, last = places(window)[0][0] - 1, places(window)[-1][1] - 1
        assert first == (0 if number == 0 else 25)
        assert last == (len(inner[number]) - 1 if number == len(windows) - 1 else 74)


def test_a_sentence_within_the_limit_is_one_window():
    (window,) = SUBWORDS["xlnet"].windows(["Arthur", "", "is"])
    assert CUTTERS["xlnet"].convert_ids_to_tokens(window.pieces) == [*"Arthur", "[UNK]", *"is", "[SEP]", "[CLS]"]
    assert places(window) == [(0, 5), (6, 6), (7, 8)]


@given(st.sampled_from(["characters", "xlnet"]), long_sentences, st.integers(0, 3))
@settings(deadline=None, max_examples=50)
def test_marks_stand_behind_the_last_word_and_change_nothing_else(kind, words, marks):
    subwords, smaller = Subwords(CUTTERS[kind], limit=140), Subwords(CUTTERS[kind], limit=140 - marks)
    *others, last = subwords.windows(words, marks=marks)
    *plain, ended = smaller.windows(words)
    assert others == plain
    assert (last.first, last.sizes, last.cases) == (ended.first, ended.sizes, ended.cases)
    body = ended.pieces[: len(ended.pieces) - len(subwords.suffix)]
    assert last.pieces == (*body, *[subwords.mask] * marks, *subwords.suffix)
