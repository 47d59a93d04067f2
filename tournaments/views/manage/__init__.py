"""Pages of the organiser and the director."""
