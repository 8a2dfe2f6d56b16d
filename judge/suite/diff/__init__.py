"""What a change to a rulebook changes: the same rulings by one rulebook and by another."""
