"""What is done at the entry desk."""
