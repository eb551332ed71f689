# mypy: disable-error-code="untyped-decorator"
"""The steps of `rightmost.gpu.packed_scores` as Triton kernels: a program a row, which reads and writes it once.

In torch's own operations a layer reads and writes its rows a dozen times, and waits for memory at each edge; and rows
after the last one would be worked on like the others. `tests/gpu/test_layer_kernels.py` holds the two equal.
"""

from __future__ import annotations

from typing import Any

import torch
import triton
import triton.language as tl
from torch import Tensor, nn

from rightmost.gpu.packing import Packing
from rightmost.limits import CHILDREN_SEEN
from rightmost.model.action_head import ActionHead, WordShares
from rightmost.model.gcn import GraphLayer
from rightmost.model.tree_features import FeatureTables


class Fused:
    """As `Plain`, faster. What stands after the last row that counts is left as it was in memory."""

    def first_layer(self, tables: FeatureTables, packing: Packing, layer: GraphLayer, *, is_last: bool) -> Tensor:
        level = len(packing.capacity) - 2
        width = tables.table.shape[1]
        result = torch.empty(packing.capacity[level], width, dtype=tables.table.dtype, device=tables.table.device)
        _first_layer[(packing.capacity[level],)](
            tables.mapped,
            tables.table,
            *_graph(packing, level),
            packing.features,
            packing.is_node,
            packing.features.shape[1],
            *_norm(layer),
            result,
            WIDTH=width,
            IS_LAST=is_last,
            **_block(width),
        )
        return result

    def gathered(self, features: Tensor, packing: Packing, *, level: int) -> tuple[Tensor, Tensor]:
        width = features.shape[1]
        result = features.new_empty(packing.capacity[level], width)
        sums = torch.empty(packing.capacity[level], device=features.device)
        _gathered[(packing.capacity[level],)](
            features, *_graph(packing, level), len(features), result, sums, WIDTH=width, **_block(width)
        )
        return result, sums

    def finished(
        self,
        mapped: Tensor,
        sums: Tensor,
        own: Tensor,
        packing: Packing,
        *,
        layer: GraphLayer,
        level: int,
        is_last: bool,
    ) -> Tensor:
        width = mapped.shape[1]
        result = torch.empty_like(mapped)
        _finished[(len(mapped),)](
            mapped,
            sums,
            own,
            packing.counts[level:],
            *_norm(layer),
            result,
            WIDTH=width,
            IS_LAST=is_last,
            **_block(width),
        )
        return result

    def chain_scores(
        self, head: ActionHead, chain: Tensor, packing: Packing, *, shares: WordShares, next_word: Tensor
    ) -> tuple[Tensor, Tensor]:
        states, width = len(next_word), chain.shape[1]
        content, position = chain.chunk(2, dim=-1)
        hidden = shares.content.shape[1]
        weight = torch.empty(len(chain), device=chain.device)
        _row_scores[(len(chain),)](
            *(head.content.first(content), shares.content, *_outputs(head.content)),
            *(head.position.first(position), shares.position, *_outputs(head.position)),
            packing.row_state,
            next_word,
            packing.counts,
            weight,
            WIDTH=hidden,
            **_block(hidden),
        )
        target = torch.empty(states, packing.longest, device=chain.device)
        summary = chain.new_empty(states, width)
        _chain_scores[(states,)](
            chain,
            weight,
            packing.chain_start,
            packing.chain_length,
            target,
            summary,
            len(chain),
            packing.longest,
            WIDTH=width,
            PLACES=CHILDREN_SEEN,  # no chain is longer: sentences are not
            **_block(width),
        )
        return target, summary

    def label_scores(self, head: ActionHead, hidden: Tensor, *, shares: WordShares, next_word: Tensor) -> Tensor:
        states, targets, width = hidden.shape
        result = torch.empty_like(hidden)
        norm = head.labels.norm
        _label_hidden[(states * targets,)](
            hidden,
            shares.labels,
            next_word,
            targets,
            norm.weight,
            norm.bias,
            norm.eps,
            result,
            WIDTH=width,
            **_block(width),
        )
        both: Tensor = head.labels.output(result)
        return both


def _block(width: int) -> dict[str, Any]:
    block = triton.next_power_of_2(width)
    return {"BLOCK": block, "num_warps": min(8, max(1, block // 256))}


def _graph(packing: Packing, level: int) -> tuple[Tensor, ...]:
    return packing.starts, packing.ends, packing.sources, packing.scale, packing.counts[level:]


def _norm(layer: GraphLayer) -> tuple[Tensor, Tensor, Tensor, float]:
    return layer.bias, layer.norm.weight, layer.norm.bias, layer.norm.eps


def _outputs(net: nn.Module) -> tuple[Any, ...]:
    return net.norm.weight, net.norm.bias, net.norm.eps, net.output.weight, net.output.bias  # type: ignore[union-attr]


@triton.jit
def _normed(x, columns, is_column, weight, bias, eps, WIDTH: tl.constexpr):  # type: ignore[no-untyped-def]
    mean = tl.sum(x, axis=0) / WIDTH
    centred = tl.where(is_column, x - mean, 0.0)
    variance = tl.sum(centred * centred, axis=0) / WIDTH
    scaled = centred * tl.rsqrt(variance + eps)
    factor = tl.load(weight + columns, mask=is_column, other=0.0).to(tl.float32)
    return scaled * factor + tl.load(bias + columns, mask=is_column, other=0.0).to(tl.float32)


@triton.jit
def _within(source, rows):  # type: ignore[no-untyped-def]
    """A row that is there: where room was too small, others are pointed to, and the result is thrown away."""
    return tl.maximum(tl.minimum(source, rows - 1), 0)


@triton.jit
def _input(table, own, left, right, is_node, columns, is_column, WIDTH: tl.constexpr):  # type: ignore[no-untyped-def]
    x = tl.load(table + own * WIDTH + columns, mask=is_column, other=0.0).to(tl.float32)
    has_ends = is_column & is_node
    first = tl.load(table + left * WIDTH + columns, mask=has_ends, other=0.0).to(tl.float32)
    last = tl.load(table + right * WIDTH + columns, mask=has_ends, other=0.0).to(tl.float32)
    return x + 0.5 * (first + last)


@triton.jit(do_not_specialize=["rows"])
def _first_layer(  # type: ignore[no-untyped-def]
    mapped, table, starts, ends, sources, scales, count, features, is_node, rows, bias, weight, norm_bias, eps, result,
    WIDTH: tl.constexpr, IS_LAST: tl.constexpr, BLOCK: tl.constexpr,
):  # fmt: skip
    row = tl.program_id(0).to(tl.int64)
    if row < tl.load(count):
        columns = tl.arange(0, BLOCK)
        is_column = columns < WIDTH
        total = tl.zeros([BLOCK], dtype=tl.float32)
        weights = 0.0
        for edge in range(tl.load(starts + row), tl.load(ends + row)):
            source = _within(tl.load(sources + edge), rows)
            scale = tl.load(scales + source)
            own, left = tl.load(features + source), tl.load(features + rows + source)
            right, node = tl.load(features + 2 * rows + source), tl.load(is_node + source) != 0
            total += scale * _input(mapped, own, left, right, node, columns, is_column, WIDTH)
            weights += scale
        total += weights * tl.load(bias + columns, mask=is_column, other=0.0).to(tl.float32)
        x = _normed(total * tl.load(scales + row), columns, is_column, weight, norm_bias, eps, WIDTH)
        if not IS_LAST:
            x = tl.maximum(x, 0.0)
        own, left = tl.load(features + row), tl.load(features + rows + row)
        right, node = tl.load(features + 2 * rows + row), tl.load(is_node + row) != 0
        x += _input(table, own, left, right, node, columns, is_column, WIDTH)
        tl.store(result + row * WIDTH + columns, x, mask=is_column)


@triton.jit(do_not_specialize=["rows"])
def _gathered(  # type: ignore[no-untyped-def]
    features, starts, ends, sources, scales, count, rows, result, sums, WIDTH: tl.constexpr, BLOCK: tl.constexpr
):
    row = tl.program_id(0).to(tl.int64)
    if row < tl.load(count):
        columns = tl.arange(0, BLOCK)
        is_column = columns < WIDTH
        total = tl.zeros([BLOCK], dtype=tl.float32)
        weights = 0.0
        for edge in range(tl.load(starts + row), tl.load(ends + row)):
            source = _within(tl.load(sources + edge), rows)
            scale = tl.load(scales + source)
            total += scale * tl.load(features + source * WIDTH + columns, mask=is_column, other=0.0).to(tl.float32)
            weights += scale
        scale = tl.load(scales + row)
        tl.store(result + row * WIDTH + columns, total * scale, mask=is_column)
        tl.store(sums + row, weights * scale)


@triton.jit
def _finished(  # type: ignore[no-untyped-def]
    mapped, sums, own, count, bias, weight, norm_bias, eps, result,
    WIDTH: tl.constexpr, IS_LAST: tl.constexpr, BLOCK: tl.constexpr,
):  # fmt: skip
    row = tl.program_id(0).to(tl.int64)
    if row < tl.load(count):
        columns = tl.arange(0, BLOCK)
        is_column = columns < WIDTH
        x = tl.load(mapped + row * WIDTH + columns, mask=is_column, other=0.0).to(tl.float32)
        x += tl.load(sums + row) * tl.load(bias + columns, mask=is_column, other=0.0).to(tl.float32)
        x = _normed(x, columns, is_column, weight, norm_bias, eps, WIDTH)
        if not IS_LAST:
            x = tl.maximum(x, 0.0)
        x += tl.load(own + row * WIDTH + columns, mask=is_column, other=0.0).to(tl.float32)
        tl.store(result + row * WIDTH + columns, x, mask=is_column)


@triton.jit
def _half_score(  # type: ignore[no-untyped-def]
    hidden, share, norm_weight, norm_bias, eps, output, output_bias, row, word, WIDTH: tl.constexpr, BLOCK: tl.constexpr
):
    columns = tl.arange(0, BLOCK)
    is_column = columns < WIDTH
    x = tl.load(hidden + row * WIDTH + columns, mask=is_column, other=0.0).to(tl.float32)
    x += tl.load(share + word * WIDTH + columns, mask=is_column, other=0.0).to(tl.float32)
    x = tl.maximum(_normed(x, columns, is_column, norm_weight, norm_bias, eps, WIDTH), 0.0)
    x *= tl.load(output + columns, mask=is_column, other=0.0).to(tl.float32)
    return tl.sum(x, axis=0) + tl.load(output_bias).to(tl.float32)


@triton.jit
def _row_scores(  # type: ignore[no-untyped-def]
    hidden_c, share_c, weight_c, bias_c, eps_c, output_c, output_bias_c,
    hidden_p, share_p, weight_p, bias_p, eps_p, output_p, output_bias_p,
    row_state, next_word, count, result, WIDTH: tl.constexpr, BLOCK: tl.constexpr,
):  # fmt: skip
    row = tl.program_id(0).to(tl.int64)
    if row < tl.load(count):
        word = tl.load(next_word + tl.load(row_state + row))
        score = _half_score(
            hidden_c, share_c, weight_c, bias_c, eps_c, output_c, output_bias_c, row, word, WIDTH, BLOCK
        ) + _half_score(hidden_p, share_p, weight_p, bias_p, eps_p, output_p, output_bias_p, row, word, WIDTH, BLOCK)
        tl.store(result + row, score)


@triton.jit(do_not_specialize=["rows", "longest"])
def _chain_scores(  # type: ignore[no-untyped-def]
    chain, weight, chain_start, chain_length, target, summary, rows, longest,
    WIDTH: tl.constexpr, PLACES: tl.constexpr, BLOCK: tl.constexpr,
):  # fmt: skip
    state = tl.program_id(0).to(tl.int64)
    start = tl.load(chain_start + state)
    end = tl.minimum(start + tl.load(chain_length + state), rows)
    places = tl.arange(0, PLACES)
    scores = tl.load(weight + start + places, mask=start + places < end, other=-float("inf"))
    tl.store(target + state * longest + places, scores, mask=places < longest)
    columns = tl.arange(0, BLOCK)
    is_column = columns < WIDTH
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for row in range(start, end):
        share = tl.sigmoid(tl.load(weight + row))
        total += share * tl.load(chain + row * WIDTH + columns, mask=is_column, other=0.0).to(tl.float32)
    tl.store(summary + state * WIDTH + columns, total, mask=is_column)


@triton.jit(do_not_specialize=["targets"])
def _label_hidden(  # type: ignore[no-untyped-def]
    hidden, share, next_word, targets, norm_weight, norm_bias, eps, result, WIDTH: tl.constexpr, BLOCK: tl.constexpr
):
    row = tl.program_id(0).to(tl.int64)
    columns = tl.arange(0, BLOCK)
    is_column = columns < WIDTH
    word = tl.load(next_word + row // targets)
    x = tl.load(hidden + row * WIDTH + columns, mask=is_column, other=0.0).to(tl.float32)
    x += tl.load(share + word * WIDTH + columns, mask=is_column, other=0.0).to(tl.float32)
    x = tl.maximum(_normed(x, columns, is_column, norm_weight, norm_bias, eps, WIDTH), 0.0)
    tl.store(result + row * WIDTH + columns, x, mask=is_column)
