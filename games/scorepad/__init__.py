"""The score sheet of a match among friends."""
