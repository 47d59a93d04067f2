"""Sets of deals, random or matching wishes."""
