"""Questions about a deal, answered by playing it many times."""
