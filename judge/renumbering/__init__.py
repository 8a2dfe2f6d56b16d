"""Articles under other numbers: where every kind of file cites them, and each file rewritten in place."""
