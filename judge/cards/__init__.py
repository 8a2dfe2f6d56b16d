"""The card catalogue: what is known of each card, where it comes from, and how it is looked up."""
