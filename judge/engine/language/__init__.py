"""What cards and rulebooks are written in: references, selectors, numbers, conditions."""
