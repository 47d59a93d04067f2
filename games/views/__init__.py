"""Pages about single games."""
