"""Where cards go that leave: the waiting room in principle, the retire yard when they are beaten
(3.5.1, 3.6.1).

Code because the other modules are; where the two moves go stands in the table of moves.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from judge.engine.proposals import move_event
from judge.engine.view import View
from judge.state import Ref


def put_away(game: View, ctx: Mapping[str, Any], ref: Ref, rule: str) -> dict[str, Any]:
    """The move of a card to the waiting room."""
    return move_event(game, ctx, ref, "waiting-room", "to-waiting-room", rule)


def retire(game: View, ctx: Mapping[str, Any], ref: Ref, rule: str) -> dict[str, Any]:
    """The move of a card to the retire yard."""
    return move_event(game, ctx, ref, "retire", "retire", rule)
