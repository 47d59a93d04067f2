"""Score calculator for one slip."""
