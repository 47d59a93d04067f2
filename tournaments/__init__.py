"""Organised duplicate-belot tournaments: movements, results, standings."""
