"""The door of what cards say: which keys there are and what may stand under them."""
