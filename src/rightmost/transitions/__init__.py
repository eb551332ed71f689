"""The transition systems (no torch here)."""
