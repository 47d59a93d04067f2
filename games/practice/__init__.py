"""Practice deals: one person against three bots."""
