"""People who help for an evening by a link: make links, stop them, open them."""
