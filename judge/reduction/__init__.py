"""Fixtures cut down to what still shows their ruling."""
