"""Making a tournament: its settings, its stages, its end; practice."""
