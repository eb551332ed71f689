"""Linear layers in eight-bit integers, for the CPU: weights once, activations as they come (dynamic quantisation).

torch's own `quantize_dynamic` is deprecated along with the tensor types that it needs; what is left is an integer
product, and around it this is all there is to do.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

HIGHEST = 127.0
BLOCK = 256  # rows taken at a time
SMALLEST = 1e-12  # of a scale: a row of zeros stays one


class Int8Linear(nn.Module):
    """A linear layer whose weights and inputs are rounded to 255 steps, each row by a scale of its own."""

    def __init__(self, linear: nn.Linear) -> None:
        super().__init__()
        weight = linear.weight.detach().float()
        scale = (weight.abs().amax(dim=1, keepdim=True) / HIGHEST).clamp(min=SMALLEST)
        self.register_buffer("weight", (weight / scale).round().to(torch.int8).t())  # (inputs, outputs)
        self.register_buffer("scale", scale[:, 0])  # (outputs,)
        bias = torch.zeros(len(weight)) if linear.bias is None else linear.bias.detach().float()
        self.register_buffer("bias", bias)  # (outputs,)

    weight: Tensor
    scale: Tensor
    bias: Tensor

    def forward(self, features: Tensor) -> Tensor:  # (..., inputs) -> (..., outputs)
        rows = features.reshape(-1, features.shape[-1])
        result = rows.new_empty(len(rows), len(self.scale))
        # Block by block, in room that is taken once: fresh memory for every step would cost more than the product.
        scaled = rows.new_empty(min(len(rows), BLOCK), rows.shape[1])
        whole = torch.empty_like(scaled, dtype=torch.int8)
        product = result.new_empty(len(scaled), len(self.scale), dtype=torch.int32)
        real = torch.empty_like(product, dtype=torch.float32)
        for start in range(0, len(rows), BLOCK):
            block = rows[start : start + BLOCK]
            size = len(block)
            scale = torch.maximum(block.amax(dim=1, keepdim=True), -block.amin(dim=1, keepdim=True))
            scale = scale.div_(HIGHEST).clamp_(min=SMALLEST)
            torch.mul(block, scale.reciprocal(), out=scaled[:size]).round_()
            torch._int_mm(whole[:size].copy_(scaled[:size]), self.weight, out=product[:size])
            torch.mul(product[:size], scale, out=real[:size])
            torch.addcmul(self.bias, real[:size], self.scale, out=result[start : start + BLOCK])
        return result.view(*features.shape[:-1], len(self.scale))


def in_int8(module: nn.Module) -> nn.Module:
    """The module, in place, with every linear layer below it in eight bits."""
    for name, child in list(module.named_children()):
        if type(child) is nn.Linear:
            setattr(module, name, Int8Linear(child))
        else:
            in_int8(child)
    return module
