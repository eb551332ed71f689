"""Parsing on a GPU in steps of fixed shapes. Without this folder a GPU parses too, more slowly."""
