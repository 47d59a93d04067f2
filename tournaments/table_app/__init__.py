"""The table's phone: what it shows and what it sends."""
