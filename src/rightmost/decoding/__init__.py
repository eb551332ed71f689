"""From features to trees: partial trees that grow, and the searches over them."""
