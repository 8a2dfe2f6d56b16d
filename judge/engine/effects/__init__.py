"""What holds for as long as it lasts: the values and abilities that cards have now, and why."""
