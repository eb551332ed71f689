"""Raw text: its words and its sentences, as exact slices of it."""
