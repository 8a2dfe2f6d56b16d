"""Rulebooks: finds them, checks them, binds them to functions, and indexes their articles."""
