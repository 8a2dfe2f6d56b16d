"""Decks: read from the formats that players send, checked against the limits of their game, written again."""
