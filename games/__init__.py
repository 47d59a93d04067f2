"""What happens at one table: deals, records and the rules engine."""
