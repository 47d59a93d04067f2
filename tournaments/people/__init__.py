"""People on the day: they leave, come late, are replaced or played for."""
