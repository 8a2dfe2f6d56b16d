"""Rulings as a suite: which there are, and what becomes of each when all are played."""
