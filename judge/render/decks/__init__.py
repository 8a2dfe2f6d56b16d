"""Renderers of deck reports, one format each, every fault in all of them. They decide nothing."""
