"""Tables of public pages, shared by all file formats."""
