"""Renderers: a ruling, or articles of a rulebook, in one format each. They decide nothing."""
