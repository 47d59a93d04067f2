"""Many boards measured with all cards seen: what contracts are worth, and what a lead is."""
