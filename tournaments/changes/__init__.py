"""A change of seats or results as one thing: asked, looked at, done, recorded, undone."""
