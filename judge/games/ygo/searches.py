"""Looking for cards of the Deck: searching it, and excavating its top (gl.search, gl.excavate)."""

from __future__ import annotations

from collections.abc import Mapping

from judge.engine.kernel.book import Outcome
from judge.engine.kernel.proposals import event, events, name
from judge.engine.kernel.state import Do
from judge.engine.kernel.view import Vars, View
from judge.games.ygo.registry import rules


@rules.word(
    "search",
    "whole-selector",
    {"n": "number", "upto": "flag", "to": "zone"},
    without=("rule",),
    cites=("gl.search", "gl.search.shuffle"),
)
def search(view: View, v: Vars) -> Outcome:
    """Look for cards of the Deck, show them, add them to the hand, and shuffle."""
    want = v["search"]
    sel = {"zone": "deck", **(want if isinstance(want, Mapping) else {})}
    upto = {"upto": True} if v.args.get("upto") else {}
    choose = {"choose": "cards found", "from": sel, "n": v.args.get("n", 1), "must": True, **upto}
    to = v.args.get("to", "hand")
    return [
        name("cards found", ()), Do("choose", choose),
        Do("reveal", {"reveal": "$cards found", "rule": "gl.search"}),
        Do("move", {"move": "$cards found", "to": to, "rule": "gl.search", "as": v.args.get("as", "")}),
        Do("shuffle", {"shuffle": "deck", "of": sel.get("of", "me"), "rule": "gl.search.shuffle"}),
    ]  # fmt: skip


@rules.word(
    "excavate",
    "name",
    {"n": "number", "of": "seat"},
    without=("as", "rule"),
    cites=("gl.excavate", "gl.excavate.in-deck"),
)
def excavate(view: View, v: Vars) -> Outcome:
    """Reveal cards from the top of the Deck to both players; they are still cards of the Deck."""
    seat = view.seats(v.args.get("of", "me"), v["me"])[0]
    refs = tuple(card.object for card in view.zone(seat, "deck")[: view.number(v.args.get("n", 1), v)])
    seen = {"to": "each"}
    shown = events([event(v, "show", "reveal", "gl.excavate", card=ref, **seen) for ref in refs])
    return [shown, name(v["excavate"], refs)]
