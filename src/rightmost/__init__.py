"""Rightmost: a strongly incremental constituency parser."""
