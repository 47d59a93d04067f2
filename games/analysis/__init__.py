"""Stored solver results for deals."""
