"""Who takes part: entered, pasted, checked in, described."""
