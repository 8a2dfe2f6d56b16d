"""Card grammar: the door that checks which keys a card may have and what may stand under them."""
