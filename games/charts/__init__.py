"""Chart coordinates and images."""
