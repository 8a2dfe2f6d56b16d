"""What `--as` keeps from a player: boards that differ only in what that player cannot see are told alike, and
questions about them are answered alike.
"""
