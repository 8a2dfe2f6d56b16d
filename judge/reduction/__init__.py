"""`judge minimise`: cuts a fixture down to what still shows its ruling."""
