"""Fixtures that were written for older rules, rewritten so that they go on holding."""
