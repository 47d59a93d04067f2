"""Data of the replay page."""
