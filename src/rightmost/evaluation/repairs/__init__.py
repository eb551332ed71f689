"""What a parser gets wrong: predicted trees repaired into gold ones step by step, each step put into a category."""
