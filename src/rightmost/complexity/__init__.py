"""Syntactic complexity: Lu's (2010) structures and indices, and depth measures (docs/complexity.md)."""

from rightmost.complexity.depth import measure_depth
from rightmost.complexity.measure import measure
from rightmost.complexity.structures import Structures, read_structures

__all__ = ["Structures", "measure", "measure_depth", "read_structures"]
