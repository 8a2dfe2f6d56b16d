"""What a rulebook may say: every table and key of its files, declared once with form, meaning, default and
readers.

The declarations are types: code that reads a table is checked against them, a rulebook that is loaded too.
"""
