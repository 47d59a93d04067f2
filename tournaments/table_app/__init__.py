"""The application on a table's phone."""
