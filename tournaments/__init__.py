"""Who meets whom, and who stands where."""
