"""One deal, card by card, and what each card cost."""
