"""The kinds of abilities that a card can have, and what may be written with each."""

from __future__ import annotations

from collections.abc import Mapping

from judge.engine.kernel.book import CHANGES
from judge.engine.language.shared import words
from judge.engine.words.lasting_effects import changing
from judge.text.rows import NamedTuple

SHARED = {
    "name": "text",
    "rule": "article",
    "zone": "zones",
    "when": "condition",
    "needs": "condition",
    "once": "once",
    "shares": "text",
    "counts_as": "words",
}  # what every ability takes, as far as its kind is limited in how often it is used


class Kind(NamedTuple):
    """A kind of ability, declared once."""

    takes: Mapping[str, str]  # by key, the kind of what stands under it
    needs: tuple[str, ...]
    says: str  # one line for people
    costs: bool = False  # whether it can cost something
    limited: bool = False  # whether `once` can say how often it is used


ACTING = {"cost": "instructions", "do": "instructions"}
USED = {**ACTING, "forgoes": "past-event"}  # of what a player uses
MADE = {word: words.words[word].under for word in CHANGES if words.words[word].made is changing}
KINDS = {
    "activated": Kind(
        {"in": "modes", **USED}, ("do",), "Its player uses it when the rules offer that.", True, True
    ),
    "auto": Kind(
        {"on": "event", "may": "flag", **ACTING},
        ("on", "do"),
        "It becomes pending once `on` has happened.",
        True,
        True,
    ),
    "counter": Kind(
        {"against": "acts", **USED},
        ("against", "do"),
        "Its player answers an act with it.",
        True,
        True,
    ),
    "static": Kind(
        {**MADE, "attr": "changing-attribute", "of": "cards"}, (), "It holds as long as it works."
    ),
    "replace": Kind(
        {"on": "event", "with": "fields", "do": "instructions", "may": "flag"},
        ("on",),
        "Something else happens in place of `on`.",
        limited=True,
    ),
    "forbid": Kind(
        {"on": "event", "at_once": "flag"},
        ("on",),
        "What `on` says does not happen; with `at_once` not together with the arrival of its card either.",
    ),
    "surcharge": Kind(
        {"on": "event", "cost": "instructions"},
        ("on", "cost"),
        "An act that `on` names costs its player this besides, or is not done.",
    ),
    "allow": Kind(
        {"what": "permit", "of": "cards", "cost": "instructions"},
        ("what",),
        "A rule of the rulebook is lifted, or `cost` may be paid in place of what it has paid.",
    ),
}
COSTING = tuple(name for name, kind in KINDS.items() if kind.costs)
LIMITING = ("once", "shares")  # what is said of how often an ability is used
LIMITED = tuple(name for name, kind in KINDS.items() if kind.limited)
