"""Visitors without an account: their records and limits."""
