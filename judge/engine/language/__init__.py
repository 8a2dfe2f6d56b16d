"""The language of cards and rulebooks: references, selectors, numbers, conditions."""
