"""Changes of seats or results: previewed, applied, recorded, undone."""
