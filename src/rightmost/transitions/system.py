"""The transition systems, by name."""

from __future__ import annotations

from enum import StrEnum


class System(StrEnum):
    """A transition system: how partial trees grow."""

    ATTACH_JUXTAPOSE = "attach-juxtapose"
    IN_ORDER = "in-order"
