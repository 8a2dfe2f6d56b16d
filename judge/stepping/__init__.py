"""A ruling as a table to walk through: forward, back, to an article, and on with another choice."""
