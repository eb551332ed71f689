"""What a run learns from: trees, noise, and which sentences each step sees."""
