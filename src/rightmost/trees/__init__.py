"""Trees, the text they are written in, and their normal form."""
