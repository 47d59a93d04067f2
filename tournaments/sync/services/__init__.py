"""Pair two places, move the evening between them, decide what they say otherwise."""
