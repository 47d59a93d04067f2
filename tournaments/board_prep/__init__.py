"""Boards are made up by hand: who puts which cards where, and whether they are right."""
