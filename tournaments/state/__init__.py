"""The ground: what has happened, appended and read whole; what is public, what is official."""
