"""Pairing, moves of the lead, and conflict decisions."""
