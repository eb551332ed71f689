"""Treebanks, from the form their publishers distribute to our normal form: one file each."""
