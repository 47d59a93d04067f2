"""Pages of the contest."""
