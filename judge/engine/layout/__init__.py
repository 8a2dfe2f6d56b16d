"""How cards lie: attached, face-down, on slots, in groups of zones."""
