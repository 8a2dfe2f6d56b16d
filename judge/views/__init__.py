"""What one player is told of a run: a world in which the cards that the player has not seen are unknown."""
