"""A model on disk: a folder of JSON and safetensors, never pickle."""
