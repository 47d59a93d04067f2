"""Scores of slips, and checks against the board's cards."""
