"""What the page of a simulation shows."""
