"""Pages of an account: programs that act for it, invitations to have one."""
