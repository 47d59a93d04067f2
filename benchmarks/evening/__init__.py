"""An evening of a large hall, replayed against the real processes."""
