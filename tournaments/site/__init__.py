"""What is on, and clubs, seasons and players for visitors."""
