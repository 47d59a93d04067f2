"""What the computer does at tables: it plays a field or what is missing, and analyses boards."""
