"""Patterns over trees in Tregex's language, and rewriting as Tsurgeon does (docs/patterns.md)."""

from rightmost.patterns.match import Match
from rightmost.patterns.pattern import Pattern
from rightmost.patterns.rewrite import Rewrite

__all__ = ["Match", "Pattern", "Rewrite"]
