"""What the entry desk shows."""
