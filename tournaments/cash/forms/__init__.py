"""The forms of the entry desk."""
