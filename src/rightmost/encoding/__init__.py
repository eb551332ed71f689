"""From words to features: subwords, batches, the pre-trained encoder, attention over content and position."""
