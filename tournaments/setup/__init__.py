"""Tournament settings, stages, completion and practice."""
