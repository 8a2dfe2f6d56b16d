"""Parts of an effect: which must be possible on activation, and whether they find a card (gl.effect)."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from itertools import takewhile

from judge.engine.effects.sources import by_print
from judge.engine.kernel.book import BLANKING, Ability
from judge.engine.kernel.event import UNDER
from judge.engine.kernel.state import EMPTY, Card, Instruction
from judge.engine.kernel.view import View
from judge.engine.language.figures import is_number
from judge.engine.language.traits import listed, names
from judge.games.ygo.cards import printed_type
from judge.text.plain import Fields
from judge.text.rows import NamedTuple

Ctx = Fields
PREPARING = ("choose", "number", "coin", "die", "order")  # they only settle what later parts are about
# words that are for their own card unless they say more
ON_SELF = {"lasting": "of", "place": "on", "remove-counters": "on"}
ON_CARDS = (
    "move", "mark", "flip", "control", "exchange", "special-summon", "set-card", "equip", "move-equip",
    "look", "reveal",
)  # fmt: skip
ACTING = (*ON_SELF, *ON_CARDS, "named-move", "named-mark", "excavate", "options")
# words that are about two: where the other one stands
PARTNERS = {"equip": "to", "move-equip": "to", "exchange": "with"}
FEEDS = {
    "draw": "hand", "search": "hand", "special-summon": "monster", "fusion": "monster", "ritual": "monster",
    "create": "monster", "control": "monster", "equip": "spell",
}  # fmt: skip


def required(view: View, ability: Ability) -> tuple[Instruction, ...]:
    """The instructions that are carried out in any case: none that is optional, delayed, or subject to a
    condition or to chance.
    """
    return by_print(view, ("required", ability.id), lambda: tuple(certain(ability.do, set())))


def certain(dos: Sequence[Instruction], done: set[str]) -> Iterator[Instruction]:
    """The certain instructions of a list; `done` are the names of earlier ones that are known to be done,
    for "and if you do".
    """
    for do in dos:
        if uncertain(do, done):
            continue
        if do.verb in ("do", "repeat"):
            yield from certain(do.args["do"], done)
            continue
        if not do.args.get("upto"):
            done |= {str(do.args[key]) for key in ("as", "choose") if key in do.args}
        yield do


def uncertain(do: Instruction, done: Container[str]) -> bool:
    """Is the instruction optional or delayed, or does it depend on anything but what is known to be done,
    and on whether chosen cards are still there?
    """
    if do.verb in ("may", "later") or not all(of_chosen(term) for term in listed(do.args.get("when", ()))):
        return True
    depends = do.args.get("if")
    return depends is not None and not (isinstance(depends, str) and depends in done)


def of_chosen(when: object) -> bool:
    """Does a condition only count cards that were chosen, wherever they are?"""
    return isinstance(when, dict) and set(when) == {"in", "zone", "of", "at_least"} and uses_variable(when)


def uses_variable(sel: object) -> bool:
    """Does a selector depend on something that is chosen only later?"""
    if isinstance(sel, dict):
        return any(uses_variable(value) for value in sel.values())
    if isinstance(sel, (list, tuple)):
        return any(uses_variable(part) for part in sel)
    return isinstance(sel, str) and sel.startswith("$")


def whole(ability: Ability) -> bool:
    """Is the Spell or Trap itself activated, so that its effect cannot be about that card?"""
    return ability.data.get("way") == "card"


def without_itself(do: Instruction) -> Instruction:
    """A choice that excludes the activated card itself."""
    sel = do.args["from"]
    left = sel.get("not", [])
    out = [*(left if isinstance(left, list) else [left]), "self"]
    return Instruction("choose", {**do.args, "from": {**sel, "not": out}})


def fed(ahead: Sequence[Instruction], sel: object, moves: Mapping[str, object]) -> bool:
    """Do earlier instructions bring cards to the zone among whose cards a choice is made?"""
    zones = names(sel.get("zone", "monster")) if isinstance(sel, dict) else ()
    return not {str(goal(do, moves) or FEEDS.get(do.verb, "")) for do in ahead}.isdisjoint(zones)


def goal(do: Instruction, moves: Fields) -> object:
    """The zone to which an instruction moves cards: its own, or that of its named move."""
    return do.args.get("to") or moves.get(str(do.args.get("named", "")), EMPTY).get("to")


def unseen(view: View, sel: Mapping[str, object], ctx: Ctx) -> int:
    """The number of unnamed cards in the zones of a selector; any of them may fit."""
    zones = names(sel.get("zone", view.book.default_zone))
    whose = view.seats(str(sel.get("of", "me")), ctx["me"])
    return sum(not view.known(card) for seat in whose for zone in zones for card in view.zone(seat, zone))


# --- does it find anything? ----------------------------------------------------------------------
class Looking(NamedTuple):
    """The activation for which cards are looked for: its context, the choices of its effect, and the Spell
    or Trap itself, which is not found.
    """

    ctx: Ctx
    choices: Mapping[str, Instruction]
    itself: str


def finds_nothing(view: View, card: Card, ability: Ability, ctx: Ctx) -> bool:
    """Does the first part of an effect find nothing to affect?"""
    by = Looking(ctx, choices_of(view, ability), card.id if whole(ability) else "")
    return barren(required(view, ability), lambda do: finds(view, do, by))


def choices_of(view: View, ability: Ability) -> Mapping[str, Instruction]:
    """The choices that an effect always asks for, by the variables in which they are stored."""
    return by_print(view, ("choices", ability.id), lambda: find_choices(view, ability))


def find_choices(view: View, ability: Ability) -> dict[str, Instruction]:
    """The choices of an effect's targets, and of its certain instructions."""
    asked = (*ability.data.get("targets", ()), *required(view, ability))
    return {str(do.args["choose"]): do for do in asked if do.verb == "choose"}


def barren(dos: Sequence[Instruction], affects: Callable[[Instruction], bool]) -> bool:
    """Do the first instructions find nothing to affect? Consecutive instructions with the same word count as
    one part.
    """
    acting = [do for do in dos if do.verb not in PREPARING]
    if not acting:
        return False
    word = word_of(acting[0])
    return not any(affects(do) for do in takewhile(lambda do: word_of(do) == word, acting))


def word_of(do: Instruction) -> str:
    """The word that a card's text has for an instruction."""
    return str(do.args.get("named") or do.args.get("makes") or do.verb)


def finds(view: View, do: Instruction, by: Looking) -> bool:
    """Does an instruction find a card to affect, or need none?"""
    if do.verb == "options":
        among = (tuple(certain(option["do"], set())) for option in do.args["among"])
        return any(not barren(dos, lambda part: finds(view, part, by)) for dos in among)
    if not finds_partner(view, do, by):
        return False
    if do.verb == "excavate":
        return any(
            view.count(seat, "deck") for seat in view.seats(str(do.args.get("of", "me")), by.ctx["me"])
        )
    what = acted_on(do)
    if is_number(what):
        return uses_variable(what) or can_be_taken(view, do, view.number(what, by.ctx), by.ctx)
    return any(finds_one(view, do, sel, by) for sel in listed(what))


def finds_partner(view: View, do: Instruction, by: Looking) -> bool:
    """Is there the second card that an instruction about two cards needs? True if it is about one card."""
    other = PARTNERS.get(do.verb, "")
    sel = do.args.get(other)
    return not isinstance(sel, dict) or any_of(view, do, sel, by, f"{do.verb} {other}")


def acted_on(do: Instruction) -> object:
    """The cards to which an instruction does something; None where it does nothing to cards."""
    if do.verb in ON_SELF:
        makes = do.args.get("makes")
        return do.args[makes] if makes in BLANKING else do.args.get(ON_SELF[do.verb], "self")
    if do.verb in ("named-move", "named-mark"):
        return do.args[do.args["named"]]
    return do.args[do.verb] if do.verb in ON_CARDS else None


def finds_one(view: View, do: Instruction, what: object, by: Looking) -> bool:
    """Does a word for cards, a variable or a selector stand for a card that is there? Cards that are still
    to be chosen are checked separately.
    """
    choice = by.choices.get(what[1:]) if isinstance(what, str) and what[:1] == "$" else None
    if choice is not None:
        sel = choice.args["from"]
        return not choice.args.get("upto") or uses_variable(sel) or any_of(view, do, sel, by)
    return not isinstance(what, dict) or uses_variable(what) or any_of(view, do, what, by)


def any_of(view: View, do: Instruction, sel: object, by: Looking, suit: str = "") -> bool:
    """Does any card fit a selector, so that the instruction would affect it, or may an unnamed card fit?"""
    cards = (card for card in view.cards(sel, by.ctx) if card.id != by.itself)
    if any(would_do(view, do, card, by.ctx, suit) for card in cards):
        return True
    return isinstance(sel, dict) and unseen(view, sel, by.ctx) > 0


def would_do(view: View, do: Instruction, card: Card, ctx: Ctx, suit: str) -> bool:
    """Would an instruction affect this card?"""
    if do.verb == "named-mark":
        return view.matches(card, view.book.tables["mark_word"][do.args["named"]]["only"], ctx)
    if do.verb == "mark":
        return any(card.mark(key) != do.args[key] for key in view.book.tables["mark"] if key in do.args)
    if do.verb == "control" and card.seat == taker(view, do, ctx):
        return False
    if do.verb == "set-card":
        return printed_type(view, card) != "monster"
    if do.verb == "remove-counters":
        return bool(card.mark(f"counter:{do.args['counter']}"))
    suits = view.book.suits.get(suit or str(do.args.get("named", do.verb)))
    return suits is None or suits(view, card, ctx).ok


def can_be_taken(view: View, do: Instruction, n: int, ctx: Ctx) -> bool:
    """Does any player have a card in the zone an instruction takes from, not counting the card that acts? In
    sanctioned play, as many cards as the text names.
    """
    row = view.book.moves.get(str(do.args.get("named", "")), EMPTY)
    if do.verb != "named-move" or "from" not in row:
        return True
    least = n if view.book.params["whole-numbers"] and not do.args.get("upto") else min(n, 1)
    if row["from"] == UNDER:
        return n > 0 and len(view.cards({"under": do.args.get("under", "self")}, ctx)) >= least
    whose = view.seats(str(do.args.get("of", "me")), ctx["me"])
    itself = ctx.get("self") if row["from"] == "hand" else None
    have = [sum(card.object != itself for card in view.zone(seat, row["from"])) for seat in whose]
    return n > 0 and max(have, default=0) >= least


def taker(view: View, do: Instruction, ctx: Ctx) -> str:
    """The player who takes control by an instruction."""
    return view.seats(str(do.args.get("of", "me")), ctx["me"])[0]


def taken_over(view: View, ability: Ability, do: Instruction) -> int:
    """The number of cards that certainly arrive by an instruction, or of which it takes control: as many as
    are chosen for it, or one.
    """
    choices = choices_of(view, ability)
    named = [word[1:] for word in listed(do.args[do.verb]) if isinstance(word, str)]
    return max(1, sum(exactly(choices[name]) for name in named if name in choices))


def exactly(choice: Instruction) -> int:
    """The number of cards that a choice takes for certain: the one that it names, unless that is the most."""
    n = choice.args.get("n", 1)
    return 0 if choice.args.get("upto") else n if type(n) is int else 1


def leaving_before(view: View, ability: Ability, at: int) -> list[Instruction]:
    """The instructions before a given one that take monsters away from a player. An instruction that takes
    chosen cards is replaced by their choice.
    """
    choices, moves = choices_of(view, ability), view.book.moves
    instructions: list[Instruction] = []
    for do in required(view, ability)[:at]:
        if do.verb in ("named-move", "move", "control") and goal(do, moves) != "monster":
            what = acted_on(do)
            instructions.append(choices.get(what[1:], do) if isinstance(what, str) else do)
    return instructions
