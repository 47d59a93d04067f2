"""What listeners are told as soon as it happens."""
