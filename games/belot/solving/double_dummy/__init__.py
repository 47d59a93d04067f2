"""Double-dummy search."""
