"""Programs of a club are told of what happens: their addresses, what was sent, and the sending."""
