"""Printed texts read into abilities, by rows of a grammar that each rulebook has as data."""
