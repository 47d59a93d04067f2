"""What the solver says of a deal, kept for those who ask again."""
