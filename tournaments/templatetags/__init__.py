"""Template tags of the contest's pages."""
