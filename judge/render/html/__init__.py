"""Rulings as pages that a browser shows without asking anybody for anything."""
