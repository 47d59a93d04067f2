"""Personal API tokens and invitations."""
