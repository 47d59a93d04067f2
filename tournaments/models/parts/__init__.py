"""What a tournament is made of, part by part; together they are one row (``Tournament``)."""
