"""What anybody may see: pages that are the same for everybody, and their live parts."""
