"""Views: what one player is told of a run, by playing a world in which the cards that the player has not
seen are unknown.
"""
