"""The whole installation in one file: written, looked after, tried out, and brought back."""
