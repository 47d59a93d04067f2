"""What people can do: each service is one transaction, named by its verb."""
