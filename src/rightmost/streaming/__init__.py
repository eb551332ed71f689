"""Word by word: trees that grow as words arrive."""
