"""Trees and words as integer tensors."""
