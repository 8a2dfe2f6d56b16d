"""The engine: it plays a rulebook, and knows no game."""
