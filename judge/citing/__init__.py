"""What a ruling cites, worked out over its finished trace from what the rulebook declares."""
