"""Replay of a large tournament evening against real processes."""
