"""What is stored of people: how long it is kept."""
