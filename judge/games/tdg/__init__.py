"""What only Trésors de Geek does: Blocks, their reading and their windows, the Leader's replacement.

Code because each module says at its head what of it no table can say; all else stands in rulebooks/tdg.
"""

from judge.games.tdg import altered, block_effects, exchange, final, phases, variants
from judge.games.tdg.registry import rules

__all__ = ["altered", "block_effects", "exchange", "final", "phases", "rules", "variants"]
