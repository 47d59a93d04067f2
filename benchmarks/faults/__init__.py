"""What goes wrong in the middle of an evening, done on purpose."""
