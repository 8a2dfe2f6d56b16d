"""Rulings as a suite: many at once, what they cover of a rulebook, and what they would notice of a change."""
