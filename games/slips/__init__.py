"""What a slip of a deal scores, and whether cards can give it."""
