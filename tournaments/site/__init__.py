"""Public calendar, clubs, seasons and players."""
