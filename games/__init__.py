"""Deals, deal records and the belot rules engine."""
