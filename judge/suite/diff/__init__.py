"""Compares the same rulings under two rulebooks: `judge diff`."""
