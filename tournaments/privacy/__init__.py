"""Privacy and retention of personal data."""
