"""Archive file of a tournament: write, read, verify, store."""
