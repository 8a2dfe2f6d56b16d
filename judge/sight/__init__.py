"""What a seat sees of a game: which lines of a trace it may read, and which cards it can name."""
