"""Data of the simulation page."""
