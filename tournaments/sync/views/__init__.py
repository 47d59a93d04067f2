"""Pages of a line to another place, and what the two installations say to each other."""
