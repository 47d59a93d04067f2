"""Abstract parts of ``Tournament``, stored as one row."""
