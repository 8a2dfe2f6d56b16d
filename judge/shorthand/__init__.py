"""A dispute in few keystrokes: a board on one line, acts by the beginnings of their words."""
