"""What a position is, and what the functions of a rulebook see, take and give."""
