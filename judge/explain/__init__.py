"""Explanations of what did not happen: worked out for whoever reads, never by the engine for itself."""
