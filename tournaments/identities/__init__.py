"""One person under two names is merged; two people under near names are kept apart."""
