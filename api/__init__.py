"""The REST API over the same services and selectors as the pages."""
