"""Shared by organiser pages: permissions, layout, forms."""
