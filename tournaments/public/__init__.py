"""What anybody may see of a tournament."""
