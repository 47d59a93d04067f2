"""Background work: a row in the database is the truth, the broker only wakes workers."""
