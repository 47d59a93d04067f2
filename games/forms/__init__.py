"""Forms of the pages about single games."""
