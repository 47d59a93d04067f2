"""The scorer's desk: results typed from paper, one grid for a round, a table or a board."""
