"""Renumbering: finds where every kind of file cites articles, and rewrites each file in place with other
numbers.
"""
