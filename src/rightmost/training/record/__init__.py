"""What a run writes: checkpoints, figures and models in its folder, and progress on stderr."""
