"""What people keep for their account: tokens by which programs act for them."""
