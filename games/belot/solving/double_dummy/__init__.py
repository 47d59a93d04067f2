"""Best play with all cards known: the search, its room in memory and what it is asked."""
