"""An evening is rehearsed: bots play it on a copy in two minutes, and its organiser looks on."""
