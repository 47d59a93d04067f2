"""Webhooks of a club: addresses, deliveries and sending."""
