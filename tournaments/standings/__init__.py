"""Scoring settings and standings: compute, store, preview."""
