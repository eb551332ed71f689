"""From a network to trees."""
