"""How a tournament is scored, and its standings: made, stored, looked at ahead."""
