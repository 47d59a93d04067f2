"""The draw: movements proposed, seats drawn and published, who sits where and when."""
