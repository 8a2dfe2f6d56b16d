"""What several games have in common and rulebooks name as steps: set-up, turns, links, losses."""
