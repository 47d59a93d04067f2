"""People are told outside of the pages what they asked for: on a phone, by email, in a channel."""
