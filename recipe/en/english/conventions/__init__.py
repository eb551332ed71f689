"""What treebanks do each in their own way, done as in the Penn Treebank."""
