"""Scorer's entry grid for results on paper."""
