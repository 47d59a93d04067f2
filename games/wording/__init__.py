"""Cards, calls, figures and refusals in words."""
