"""What an effect includes, as far as its instructions say: for what answers "an effect that destroys …",
"that Special Summons a monster from the Deck" (st.text).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from judge.engine.kernel.book import Ability
from judge.engine.kernel.state import EMPTY, Do
from judge.engine.kernel.view import View
from judge.engine.language.figures import is_number
from judge.engine.language.traits import names
from judge.engine.language.walk import dos_in
from judge.games.ygo.parts import acted_on, goal
from judge.text.plain import Fields, Written

KINDS = {"special-summon": ("special-summon", "fusion", "ritual")}  # instructions that are all one thing
CALLED_FROM = {"fusion": ("extra",), "search": ("deck",), "ritual": ("hand",), "excavate": ("deck",)}
BROUGHT_TO = {
    **dict.fromkeys(("special-summon", "fusion", "ritual", "create", "control"), "monster"),
    "search": "hand",
}


def includes(view: View, ability: Ability, want: Written) -> bool:
    """Does an effect have an instruction that is one of those wanted, from and to where it is asked for?"""
    chosen = {
        str(do.args["choose"]): do.args["from"]
        for do in dos_in((*ability.data.get("targets", ()), *ability.do))
        if do.verb == "choose"
    }
    several = want if isinstance(want, list) else [want]
    rows = [row if isinstance(row, Mapping) else {"word": row} for row in several]
    return any(fits(view, do, row, chosen, ability) for do in dos_in(ability.do) for row in rows)


def fits(view: View, do: Do, row: Fields, chosen: Mapping[str, Written], ability: Ability) -> bool:
    """Is an instruction the one that a text asks for?"""
    if "word" in row:
        words = {one for word in names(row["word"]) for one in KINDS.get(word, (word,))}
        words |= {"create"} if view.book.tables["token"]["name"] in words else set()
        if words.isdisjoint((do.verb, str(do.args.get("named", "")), *covering(view, do, chosen, ability))):
            return False
    if "to" in row and str(goal(do, view.book.moves) or BROUGHT_TO.get(do.verb, "")) not in names(row["to"]):
        return False
    return "from" not in row or not set(names(row["from"])).isdisjoint(origins(view, do, chosen, ability))


def covering(view: View, do: Do, chosen: Mapping[str, Written], ability: Ability) -> Iterator[str]:
    """The book's own moves that a plain move to a zone comes to, from where it may take its cards."""
    to = do.args.get("to") if do.verb == "move" else None
    for name, row in view.book.moves.items() if to else ():
        never = row.get("covers", EMPTY).get("not_from", ())
        if "covers" in row and row["to"] == to and set(origins(view, do, chosen, ability)) - {*never}:
            yield name


def origins(view: View, do: Do, chosen: Mapping[str, Written], ability: Ability) -> tuple[str, ...]:
    """The zones from which an instruction may take its cards, as far as its text says."""
    if do.verb in CALLED_FROM:
        return CALLED_FROM[do.verb]
    what = acted_on(do)
    if is_number(what):
        return names(view.book.moves.get(str(do.args.get("named", "")), EMPTY).get("from", ()))
    if isinstance(what, str) and what[:1] == "$":
        what = chosen.get(what[1:], "")
    if what == "self":
        return ability.zones
    several = what if isinstance(what, (list, tuple)) else [what]
    return tuple([zone for one in several if isinstance(one, Mapping) for zone in lying(view, one)])


def lying(view: View, sel: Fields) -> tuple[str, ...]:
    """The zones in which a selector looks."""
    zones = names(sel.get("zone", view.book.default_zone))
    return tuple(view.book.zones) if "any" in zones else zones
