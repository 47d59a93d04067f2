"""Merge duplicate players of a club; mark near names as two people."""
