"""Background jobs: the database row is the truth, the broker only wakes workers."""
