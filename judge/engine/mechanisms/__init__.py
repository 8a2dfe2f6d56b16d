"""Shared mechanisms: steps that several games have in common and that rulebooks name, such as set-up, turns,
links and losses.
"""
