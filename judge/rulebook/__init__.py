"""A rulebook: found, checked, bound to functions, indexed."""
