"""Speech: tells what a ruling says in the words of a language, as far as a reader may see it."""
