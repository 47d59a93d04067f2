"""What went wrong at a table, put right: sides, boards, seats."""
