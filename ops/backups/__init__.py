"""Backups of the whole installation in one file."""
