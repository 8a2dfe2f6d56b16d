"""The course of a game: agenda, pipeline of events, windows, triggers, loops."""
