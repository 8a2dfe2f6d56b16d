"""A fixture played: its script, its claims, its readings, the ruling."""
