"""What the pages about single games show, as plain data."""
