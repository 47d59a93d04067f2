"""The rules of the game for a tournament."""
