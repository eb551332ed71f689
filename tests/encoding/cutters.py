"""Small tokenizers of the kinds that encoders have."""

from __future__ import annotations

import string
from itertools import accumulate, pairwise

from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
from transformers import PreTrainedTokenizerBase, PreTrainedTokenizerFast

from rightmost.encoding.pretrained import load_transformer
from rightmost.encoding.subwords import Window

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]


def characters() -> PreTrainedTokenizerBase:
    """The tiny encoder's: a piece a printable character."""
    return load_transformer("tiny")[1]


def word_pieces() -> PreTrainedTokenizerBase:
    """BERT's kind: control characters vanish, accents go, punctuation is cut off, the rest is pieces."""
    inside = [*string.ascii_lowercase, *string.digits]
    pieces = [*SPECIAL, *inside, *(f"##{piece}" for piece in inside), *string.punctuation, "king", "##ur", "arth"]
    tokenizer = Tokenizer(models.WordPiece({piece: number for number, piece in enumerate(pieces)}, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return _fast(tokenizer, template="[CLS] $A [SEP]", side="right")


def xlnet_like(*, side: str = "left") -> PreTrainedTokenizerBase:
    """A piece a character, special tokens after the sentence, padding before it."""
    pieces = [*SPECIAL, *map(chr, range(33, 127))]
    tokenizer = Tokenizer(models.WordLevel({piece: number for number, piece in enumerate(pieces)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Split("", "isolated")
    return _fast(tokenizer, template="$A [SEP] [CLS]", side=side)


def _fast(tokenizer: Tokenizer, *, template: str, side: str) -> PreTrainedTokenizerBase:
    tokenizer.post_processor = processors.TemplateProcessing(
        single=template, special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        pad_token="[PAD]",
        unk_token="[UNK]",
        cls_token="[CLS]",
        sep_token="[SEP]",
        padding_side=side,
    )


def places(window: Window) -> list[tuple[int, int]]:
    """The first and the last piece of each word taken from the window."""
    starts = accumulate(window.sizes, initial=window.first)
    return [(start, following - 1) for start, following in pairwise(starts)]
