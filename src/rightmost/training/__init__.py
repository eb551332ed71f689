"""Training a network from treebanks. `python -m rightmost.training CONFIG` needs no more than torch, transformers, \
safetensors, numpy and pydantic."""
