"""Account pages: personal tokens and invitations."""
