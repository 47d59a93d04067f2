"""The rules of the game at a tournament: chosen, kept, changed."""
