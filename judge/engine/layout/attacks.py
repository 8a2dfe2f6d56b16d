"""Attacks: who fights whom, seen from either side, and whether a player is attacked."""

from __future__ import annotations

from judge.engine.kernel.state import Frame, Ref
from judge.engine.kernel.view import View


def attack_under_way(view: View) -> Frame | None:
    """The attack that is under way, if there is one."""
    return view.running(view.book.tables["attacks"]["procedure"]) if "attacks" in view.book.tables else None


def foe_of(view: View, ref: Ref) -> Ref:
    """The card that fights this one in the attack under way, whichever attacks; "" for none."""
    frame = attack_under_way(view)
    if frame is None or not ref:
        return ""
    row = view.book.tables["attacks"]
    sides = [str(frame.vars.get(row[key]) or "") for key in ("card", "target")]
    return sides[1 - sides.index(ref)] if ref in sides else ""


def is_direct(view: View) -> bool:
    """Is the attack under way an attack on a player?"""
    frame = attack_under_way(view)
    return frame is not None and not frame.vars.get(view.book.tables["attacks"]["target"])
