"""Results: entry, confirmation, correction, import and export."""
