"""Clubs: founding one, who runs it, and whom it knows."""
