"""Deals to keep and to print, random or by wish."""
