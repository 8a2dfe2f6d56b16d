"""How a game goes on: agenda, pipeline of events, windows, triggers, loops."""
