"""Tables of rulebooks: every table and key of their files, declared once with form, meaning, default and
readers.

The declarations are types: code that reads a table is checked against them, and so is a rulebook that is
loaded.
"""
