"""One file holds a tournament: written, read, checked, and kept for a while."""
