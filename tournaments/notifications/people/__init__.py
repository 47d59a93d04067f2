"""Notifications by push, email, Telegram and Discord."""
