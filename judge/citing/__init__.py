"""Citations: works out which articles a ruling cites, from its finished trace and the rulebook's
declarations.
"""
