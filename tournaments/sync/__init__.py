"""An evening at two places, a club's server and a hall: told, taken in, moved, decided."""
