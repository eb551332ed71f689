"""Comparing predicted trees with gold ones."""
