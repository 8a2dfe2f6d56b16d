"""Rulings as HTML pages that load nothing from elsewhere."""
