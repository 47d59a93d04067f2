"""An archive is brought back: stored as a tournament, or put in the place of a wrecked one."""
