from __future__ import annotations

import json

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from safetensors import SafetensorError
from safetensors.torch import load, save
from torch import nn

from rightmost.modelfile.weight_files import _KINDS, check_fit, joined, tensors_in

names = st.text(min_size=1, max_size=9).filter(lambda name: name != "__metadata__" and not name.startswith("\x00"))
shapes = st.lists(st.integers(0, 5), max_size=3)
tensors = st.builds(lambda shape, kind: torch.ones(shape).to(kind), shapes, st.sampled_from(list(_KINDS.values())))


@given(st.dictionaries(names, tensors, max_size=5))
@settings(deadline=None)
def test_as_safetensors_reads_it(written):
    content = save(written, metadata={"format": "pt"})
    read, theirs = tensors_in(bytearray(content)), load(content)
    assert read.keys() == theirs.keys()
    assert all(torch.equal(read[name], theirs[name]) and read[name].dtype == theirs[name].dtype for name in theirs)


@given(st.binary(max_size=60), st.integers(0, 200), st.booleans())
@settings(deadline=None)
def test_bytes_that_are_no_weights(content, place, cut):
    """What safetensors refuses is refused here."""
    whole = save({"a": torch.arange(6.0).reshape(2, 3), "b": torch.ones(2, dtype=torch.int8)})
    damaged = whole[:place] + (b"" if cut else content + whole[place + len(content) :])
    try:
        theirs = load(damaged)
    except (SafetensorError, AssertionError, OverflowError):
        with pytest.raises((ValueError, KeyError, TypeError, AttributeError)):
            tensors_in(bytearray(damaged))
        return
    try:
        ours = tensors_in(bytearray(damaged))
    except (ValueError, KeyError, TypeError, AttributeError):
        return  # such as numbers of a kind that no model has
    assert all(ours[name].shape == theirs[name].shape for name in theirs)


def file_of(header: object, content: bytes = b"") -> bytearray:
    text = json.dumps(header).encode()
    return bytearray(len(text).to_bytes(8, "little") + text + content)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "does not begin as safetensors do"),
        (b"Arthur is King", "does not begin as safetensors do"),
        (bytes(8) + b"{}", "does not begin as safetensors do"),
        (file_of([]), "its header is no table"),
        (file_of({}, b"x"), "its tensors do not fill it"),
        (file_of({"a": {"dtype": "F4", "shape": [1], "data_offsets": [0, 4]}}, b"xxxx"), "'a' is of numbers 'F4'"),
        (file_of({"a": {"dtype": "F32", "shape": [2], "data_offsets": [0, 4]}}, b"xxxx"), "'a' takes 4 bytes, and its"),
        (file_of({"a": {"dtype": "F32", "shape": [-1], "data_offsets": [4, 0]}}, b"xxxx"), "that is none"),
        (file_of({"a": {"dtype": "F32", "shape": [1.0], "data_offsets": [0, 4]}}, b"xxxx"), "that is none"),
        (file_of({"a": {"dtype": "I8", "shape": [1] * 9, "data_offsets": [0, 1]}}, b"x"), "that is none"),
        (
            file_of({name: {"dtype": "I8", "shape": [1], "data_offsets": [0, 1]} for name in "ab"}, b"x"),
            "its tensors do not fill it",
        ),
    ],
)
def test_files_that_say_what_is_not_so(content, message):
    with pytest.raises(ValueError, match=message):
        tensors_in(bytearray(content))


def test_parts_are_joined_in_the_order_of_their_numbers():
    parts = {f"a@{number}": torch.full((1, 2), float(number)) for number in (10, *range(10))}
    whole = joined({**parts, "b": torch.ones(1)})
    assert whole.keys() == {"a", "b"}
    assert whole["a"].tolist() == [[float(number)] * 2 for number in range(11)]


@pytest.mark.parametrize("parts", [["a@1"], ["a@0", "a@2"], ["a", "a@0"]])
def test_parts_that_are_missing_or_too_many(parts):
    with pytest.raises(ValueError, match=r"^'a' has parts missing or too many$"):
        joined(dict.fromkeys(parts, torch.ones(1, 1)))


def test_a_name_that_only_looks_like_a_part():
    assert joined({"x@y": torch.ones(1)}).keys() == {"x@y"}


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ({}, "^'bias' is missing$"),
        ({"bias": torch.ones(2), "weight": torch.ones(2, 3), "x@y": torch.ones(1)}, "^'x@y' is unknown$"),
        ({"bias": torch.ones(2), "weight": torch.ones(3, 2)}, "^'weight' is 3x2 of float32, where 2x3 of float32 is"),
        ({"bias": torch.ones(()), "weight": torch.ones(2, 3)}, "^'bias' is one of float32, where 2 of float32 is"),
        ({"bias": torch.ones(2).long(), "weight": torch.ones(2, 3)}, "^'bias' is 2 of int64, where 2 of float32 is"),
    ],
)
def test_weights_of_another_network(weights, message):
    with pytest.raises(ValueError, match=message):
        check_fit(nn.Linear(3, 2), weights)


def test_weights_that_fit():
    check_fit(nn.Linear(3, 2), nn.Linear(3, 2).state_dict())
