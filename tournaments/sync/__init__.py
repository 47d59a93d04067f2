"""Synchronisation of a tournament between server and offline hall."""
