"""People who have not signed in: what is theirs, and how much they may ask for."""
