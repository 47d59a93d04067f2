"""Seasons and ratings over many tournaments."""
