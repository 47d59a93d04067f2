"""Clubs, their staff and their known players."""
