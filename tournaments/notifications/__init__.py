"""Notifications to people and to webhooks."""
