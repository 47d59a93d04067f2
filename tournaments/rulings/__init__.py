"""What the director decides, and results that look wrong."""
