"""Score pad for friendly matches."""
