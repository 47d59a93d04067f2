"""Replay of one deal, with the cost of each card."""
