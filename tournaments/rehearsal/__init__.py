"""Rehearsal: bots play an event on a copy in two minutes."""
