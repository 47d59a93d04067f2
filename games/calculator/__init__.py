"""The score of one deal, from its slip."""
