"""Many tournaments in one table, and ratings."""
