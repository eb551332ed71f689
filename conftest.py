"""Where there is no Triton, the modules of kernels cannot be imported to look for doctests."""

from __future__ import annotations

from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("triton") else ["src/rightmost/gpu/*_kernels.py"]
