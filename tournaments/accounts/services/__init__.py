"""What is done for an account: tokens, invitations."""
