"""What a ruling says, in the words of a language: entries of its trace as sentences, as a reader may see them."""
