from __future__ import annotations

import torch
from hypothesis import given
from hypothesis import strategies as st

from rightmost.modelfile.compact import compacted, restored


@given(st.integers(1, 20), st.integers(1, 30), st.sampled_from([0.0, 1e-30, 1e-3, 1.0, 1e4]), st.integers(0, 99))
def test_rows_come_back_within_half_a_step(rows, columns, size, seed):
    matrix = size * torch.randn(rows, columns, generator=torch.Generator().manual_seed(seed))
    found = restored(compacted({"map.weight": matrix}))
    assert found.keys() == {"map.weight"}
    step = matrix.abs().amax(dim=1, keepdim=True) / 127
    assert ((found["map.weight"] - matrix).abs() <= 0.5001 * step + 1e-40).all()


def test_what_is_no_matrix_is_kept_as_it_is():
    places = torch.arange(3)
    weights = {"bias": torch.tensor([1.5, -2.0]), "mix.scale": torch.ones(()), "matrix": torch.eye(3), "places": places}
    stored = compacted(weights)
    assert {name: tensor.dtype for name, tensor in stored.items()} == {
        "bias": torch.float16,
        "mix.scale": torch.float16,
        "matrix": torch.int8,
        "matrix.scale": torch.float32,
        "places": torch.int64,
    }
    found = restored(stored)
    assert {name for name, tensor in found.items() if tensor.dtype != torch.float32} == {"places"}
    assert all(torch.equal(found[name], tensor) for name, tensor in weights.items())


def test_weights_that_were_never_compacted_come_back_as_copies():
    weights = {"matrix": torch.randn(2, 2)}
    found = restored(weights)
    assert torch.equal(found["matrix"], weights["matrix"])
    assert found["matrix"].data_ptr() != weights["matrix"].data_ptr()


def test_some_matrices_alone():
    stored = compacted({"a.weight": torch.eye(2), "b.weight": torch.eye(2)}, only="a.weight")
    assert {name: tensor.dtype for name, tensor in stored.items() if tensor.ndim == 2 and "scale" not in name} == {
        "a.weight": torch.int8,
        "b.weight": torch.float16,
    }
