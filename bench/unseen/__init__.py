"""What `--as` keeps from a player: boards that differ only in what that player cannot see, told alike."""
