"""Statistics of many solved boards: what contracts and leads are worth."""
