"""Characters with their places in a file."""
