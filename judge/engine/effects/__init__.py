"""Effects that last: the values and abilities that cards have now, and why."""
