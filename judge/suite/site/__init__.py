"""A folder of rulings as a site of static files: a page each, the rulebooks beside them, a search, a quiz."""
