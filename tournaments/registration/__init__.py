"""Players' own registration: queue, partners, personal pages."""
