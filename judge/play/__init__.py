"""Playing a fixture: its script, its claims, its readings, the ruling."""
