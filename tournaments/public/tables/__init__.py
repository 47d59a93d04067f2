"""The tables of the public pages, told once for every form of file."""
