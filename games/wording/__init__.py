"""Texts for cards, calls, figures and errors."""
