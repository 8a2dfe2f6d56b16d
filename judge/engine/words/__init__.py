"""The words of cards: abilities, and the words of their instructions."""
