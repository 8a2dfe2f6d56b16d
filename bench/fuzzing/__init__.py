"""Hostile inputs of every kind that `judge` reads, made from good ones by the grammar they follow.

A generator changes fixtures, pauses, rulebooks, decks and card data: values that no file should hold, values
that stand under the same key elsewhere, keys moved, renamed and left out, lists repeated, lines of a script
garbled, bytes broken. Each is given to the command line itself, in this process; `watched` says what a fault
is: a traceback, an exit code that no command has, a character that steers a terminal, a time or a memory
without end, and anything read, written or started that the input asked for.
"""
