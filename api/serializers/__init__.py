"""What the API shows and takes; no logic beyond names and forms."""
