"""What is pending after `judge test`: traces that are new, have changed or are left over, to be read."""
