"""Event log and state of tournaments; official standings and visibility."""
