"""Rounds one after another: who meets whom, who has won, who is still in."""
