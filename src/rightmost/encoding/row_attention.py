"""Attention within rows, in which no row's result depends on the rows beside it.

Padding to the longest row would change the order in which torch sums, and so the last bits of every feature. That does
no harm until numbers are rounded to few bits, as with int8 and bfloat16: then some are rounded up that were rounded
down, and a sentence may get another tree alone than in a batch.
"""

from __future__ import annotations

from itertools import groupby

import torch
from torch import Tensor
from torch.nn import functional as F


def row_attention(query: Tensor, key: Tensor, value: Tensor, *, mask: Tensor | None, dropout: float) -> Tensor:
    """Each place's mix of what it sees in its row. (rows, heads, places, width) all; the mask is (rows, places) bool.

    On a CPU, where nothing is to be learnt, each row is computed without its padding, along with its neighbours of
    the same length. The results at places of padding have no meaning.
    """
    if mask is None:
        return F.scaled_dot_product_attention(query, key, value, dropout_p=dropout)
    spans = None if torch.is_grad_enabled() or query.device.type != "cpu" else _spans(mask)
    if spans is None:
        return F.scaled_dot_product_attention(query, key, value, attn_mask=mask[:, None, None, :], dropout_p=dropout)
    result = torch.zeros_like(query)
    row = 0
    for (start, end), alike in groupby(spans):
        rows = slice(row, row := row + sum(1 for _ in alike))
        real_query, real_key, real_value = (each[rows, :, start:end] for each in (query, key, value))
        mixed = F.scaled_dot_product_attention(real_query, real_key, real_value, dropout_p=dropout)
        result[rows, :, start:end] = mixed
    return result


def _spans(mask: Tensor) -> list[tuple[int, int]] | None:
    """Where each row begins and ends; None if the mask has a gap."""
    whole = mask.to(torch.uint8)
    sizes: list[int] = mask.sum(dim=1).tolist()
    starts: list[int] = whole.argmax(dim=1).tolist()
    ends: list[int] = (mask.shape[1] - whole.flip(1).argmax(dim=1)).tolist()
    if any(end - start != size for start, end, size in zip(starts, ends, sizes)):
        return None
    return list(zip(starts, ends))
