"""The engine: plays a rulebook and knows no particular game."""
