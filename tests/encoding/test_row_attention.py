"""Attention within rows: what it computes, and that rows do not depend on one another, to the last bit."""

from __future__ import annotations

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor
from torch.nn import functional as F

from rightmost.encoding.row_attention import row_attention


def random_rows(rows: int, places: int, *, seed: int = 0, dtype: torch.dtype = torch.float32) -> list[Tensor]:
    """Queries, keys and values. (rows, heads, places, width) each"""
    generator = torch.Generator().manual_seed(seed)
    return [torch.randn(rows, 2, places, 8, generator=generator).to(dtype) for _ in range(3)]


def masked(parts: list[Tensor], mask: Tensor) -> Tensor:
    return F.scaled_dot_product_attention(*parts, attn_mask=mask[:, None, None, :])


def padded(lengths: list[int], *, at_left: bool) -> Tensor:
    mask = torch.arange(max(lengths)) < torch.tensor(lengths)[:, None]
    return mask.flip(1) if at_left else mask


lengths = st.lists(st.integers(1, 40), min_size=1, max_size=6)


@settings(deadline=None)
@given(lengths, st.booleans())
def test_it_is_masked_attention(sizes: list[int], at_left: bool) -> None:
    mask = padded(sizes, at_left=at_left)
    parts = random_rows(*mask.shape)
    with torch.no_grad():
        ours = row_attention(*parts, mask=mask, dropout=0.0)
    torch.testing.assert_close(ours.transpose(1, 2)[mask], masked(parts, mask).transpose(1, 2)[mask])


@settings(deadline=None)
@given(lengths, st.booleans(), st.sampled_from([torch.float32, torch.bfloat16]))
def test_a_row_is_the_same_alone_to_the_last_bit(sizes: list[int], at_left: bool, dtype: torch.dtype) -> None:
    mask = padded(sizes, at_left=at_left)
    parts = random_rows(*mask.shape, dtype=dtype)
    with torch.no_grad():
        together = row_attention(*parts, mask=mask, dropout=0.0)
        for row, real in enumerate(mask):
            own = [part[row : row + 1][:, :, real] for part in parts]
            alone = row_attention(*own, mask=None, dropout=0.0)
            assert torch.equal(together[row : row + 1][:, :, real], alone)


def test_a_mask_with_a_gap() -> None:
    mask = torch.tensor([[True, False, True, True], [True, True, False, False]])
    parts = random_rows(*mask.shape)
    with torch.no_grad():
        assert torch.equal(row_attention(*parts, mask=mask, dropout=0.0), masked(parts, mask))


def test_gradients_are_those_of_masked_attention() -> None:
    mask = padded([3, 5], at_left=False)
    parts = [part.requires_grad_() for part in random_rows(*mask.shape)]
    ours = torch.autograd.grad(row_attention(*parts, mask=mask, dropout=0.0).sum(), parts)
    theirs = torch.autograd.grad(masked(parts, mask).sum(), parts)
    assert all(map(torch.equal, ours, theirs))


@pytest.mark.parametrize("dropout", [0.0, 0.5])
def test_without_padding_and_with_dropout(dropout: float) -> None:
    parts = random_rows(2, 4)
    torch.manual_seed(1)
    ours = row_attention(*parts, mask=None, dropout=dropout)
    torch.manual_seed(1)
    assert torch.equal(ours, F.scaled_dot_product_attention(*parts, dropout_p=dropout))
