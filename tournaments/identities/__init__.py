"""Duplicate players of a club: merge, split, mark as distinct."""
