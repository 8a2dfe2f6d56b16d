"""What cards say: abilities, and the words of their instructions."""
