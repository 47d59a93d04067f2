"""What can be done with single games."""
