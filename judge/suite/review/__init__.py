"""Traces that wait to be read and accepted after `judge test`: new, changed or stale ones."""
