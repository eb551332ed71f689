"""What a run leaves behind: checkpoints, figures, models, and what it prints on the way."""
