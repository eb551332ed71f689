from __future__ import annotations

import torch

from rightmost import engine_choice
from rightmost.decoding.engine import RaggedEngine
from rightmost.engine_choice import engine_for
from rightmost.gpu.fixed_engine import FixedEngine


def test_a_gpu_has_an_engine_of_its_own():
    assert isinstance(engine_for(torch.device("cpu")), RaggedEngine)
    assert isinstance(engine_for(torch.device("mps")), RaggedEngine)
    assert isinstance(engine_for(torch.device("cuda")), FixedEngine)


def test_without_the_gpu_folder_every_device_takes_ragged_steps(monkeypatch):
    monkeypatch.setattr(engine_choice, "find_spec", lambda name: None)
    assert isinstance(engine_for(torch.device("cuda")), RaggedEngine)
