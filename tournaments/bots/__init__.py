"""Bots at tables and analysis of boards."""
