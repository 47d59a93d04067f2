"""Fault injection during an evening."""
