"""One thread: on tensors this small, threads only wait for one another, the more so beside other test processes."""

from __future__ import annotations

import torch

torch.set_num_threads(1)
