"""Shuffles that the rules add: of a deck that an effect searches without saying so, after the search; and of
a deck into which cards are shuffled, after they have arrived.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from judge.engine.effects.sources import by_print
from judge.engine.kernel.book import Amiss, Book, Outcome
from judge.engine.kernel.state import EMPTY, Instruction
from judge.engine.kernel.view import Vars, View
from judge.engine.language.shared import words
from judge.engine.language.traits import names
from judge.engine.language.walk import dos_in
from judge.text.plain import Fields, Json

# under which article the deck is shuffled that these look through, "" where none asks for it
RuleFor = Callable[[Sequence[Instruction]], str]
CONDITIONS = ("if", "when")


def shuffled(view: View, id_: str, dos: Sequence[Instruction], rule_for: RuleFor) -> tuple[Instruction, ...]:
    """The instructions of an ability with the shuffling that they ask for, worked out once."""
    return by_print(view, ("shuffled", id_), lambda: with_shuffles(view, dos, rule_for))


def with_shuffles(view: View, dos: Sequence[Instruction], rule_for: RuleFor) -> tuple[Instruction, ...]:
    """Instructions in which each search of a zone notes that the zone is to be shuffled at the end. It is
    not shuffled again where the text itself does so after the search.
    """
    rule = rule_for(list(dos_in(dos)))
    return told(view, dos, rule) if rule else tuple(dos)


def told(view: View, dos: Sequence[Instruction], rule: str) -> tuple[Instruction, ...]:
    """A list of instructions, with the lists inside it, in which a note follows each that searches a zone."""
    made: list[Instruction] = []
    for do in dos:
        inside = Instruction(do.verb, {key: inner(view, key, value, rule) for key, value in do.args.items()})
        zones = looked_through(view, do)
        made += noted(
            inside, [Instruction("looked", {"zone": zone, "of": of, "rule": rule}) for zone, of in zones]
        )
    return tuple(made)


def noted(do: Instruction, notes: Sequence[Instruction]) -> list[Instruction]:
    """An instruction with notes after it, all under its conditions: what is not searched is not shuffled."""
    asked = {key: do.args[key] for key in CONDITIONS if key in do.args} if notes else {}
    if not asked:
        return [do, *notes]
    bare = Instruction(do.verb, {key: value for key, value in do.args.items() if key not in asked})
    return [Instruction("do", {"do": (bare, *notes), **asked})]


def sought(do: Instruction) -> Fields:
    """The selector of what an instruction looks for."""
    sel = do.args.get("from" if do.verb == "choose" else do.args.get("named", do.verb))
    return sel if isinstance(sel, dict) else EMPTY


def inner(view: View, key: str, value: Json, rule: str) -> object:
    """A value of an instruction; the lists of instructions in it get their notes."""
    if key == "do" and isinstance(value, tuple):
        return told(view, value, rule)
    if key == "among":
        return tuple({**option, "do": told(view, option["do"], rule)} for option in value)
    return value


def looked_through(view: View, do: Instruction) -> list[tuple[str, str]]:
    """The hidden zones that an instruction searches, and whose they are."""
    looks = do.verb == "look"
    sel = sought(do)
    if not sel or "in" in sel or (looks and "into" not in do.args):
        return []
    if not looks and ("top" in sel or "bottom" in sel):
        return []
    hidden = [
        zone for zone in names(sel.get("zone", ())) if view.book.zones.get(zone, EMPTY).get("seen") == "none"
    ]
    return [(zone, str(sel.get("of", "me"))) for zone in hidden]


# --- shuffled into a deck --------------------------------------------------------------------------
def shuffle_amiss(book: Book, data: Mapping[str, object]) -> Iterator[Amiss]:
    """Problems of a text that shuffles cards in: the pile must be hidden from both players, and the text may
    not name an end of it.
    """
    spec = book.zones.get(str(data.get("to", "")), EMPTY)
    if "then" in data and ("at" in data or not (spec.get("ordered") and spec["seen"] == "none")):
        yield Amiss("then", "cards are shuffled into a pile that nobody sees, and lie at no end of it")


def shuffle_after(view: View, v: Vars, zone: str) -> Instruction:
    """The instruction to shuffle after a move, for the moved cards, whatever objects they become."""
    cards = tuple([card.id for card in view.cards(view.refs(v["move"], v), v)])
    return Instruction("shuffle-theirs", {"zone": zone, "cards": cards})


@words.verb("shuffle-theirs", inner=True)
def shuffle_theirs(view: View, v: Vars) -> Outcome:
    """Shuffles the pile of each player into which one of these cards has moved."""
    zone, cards = v.args["zone"], [view.game.cards[ref] for ref in v.args["cards"]]
    whose = [seat for seat in view.seats("any") if any(card.zone == f"{seat}.{zone}" for card in cards)]
    return [Instruction("shuffle", {"shuffle": zone, "of": seat}) for seat in whose]
