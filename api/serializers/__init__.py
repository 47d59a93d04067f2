"""Serializers: names and formats, no logic."""
