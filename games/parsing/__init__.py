"""Parsers for pasted hands, packs and deal records."""
