"""The database of a single computer."""
