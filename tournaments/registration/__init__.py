"""Players enter before play by themselves: a queue, partners, a page of their own for each."""
