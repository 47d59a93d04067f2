"""Director's rulings, and results that look wrong."""
