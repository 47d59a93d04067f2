"""What can be read; nouns, and nothing here writes."""
