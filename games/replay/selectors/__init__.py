"""What the page of a deal shows."""
