"""Suites of rulings: found in files and folders, played together, compared, measured, published."""
