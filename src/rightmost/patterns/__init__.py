"""Patterns over trees in Tregex's language, and rewriting as Tsurgeon does (docs/patterns.md)."""
