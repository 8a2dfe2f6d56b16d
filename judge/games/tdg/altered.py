"""What an alteration does while it lasts: to a card's numbers, to its player as it is read, and to what
may be done with it (alteration.*). Which does what stands in the rulebook's literals.

Code because numbers, shifumi and turns that have gone by come together in one value.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from judge.engine.book import Outcome
from judge.engine.proposals import event, events, move_event
from judge.engine.view import Vars, View
from judge.games.tdg.blocks import CHARACTERS, in_hand, there, valid
from judge.games.tdg.registry import rules
from judge.state import Ask, Card, Choice, Cond, Do, Seat

WIN = "win"  # what chance says of shifumi
PLAYED, READ, IN_USE = "turn:shifumi:", "turn:altered:", "turn:in-use:"  # of the memory, by object


def alteration(card: Card | None) -> str:
    """The alteration of a card, ``""`` without any."""
    return str((card and card.mark("alteration")) or "")


def article(game: View, name: str) -> str:
    """The article of an alteration."""
    return str(rows(game, "altered-article", name)[0][0])


def rows(game: View, table: str, name: str) -> list[Any]:
    """What a literal of the rulebook says of an alteration, row by row, without its name."""
    return [row[1:] for row in game.param(table) if row[0] == name]


def allowed(game: View, card: Card, what: str, rule: str, say: str = "blocked") -> Cond:
    """The condition that the alteration of a card does not keep it from something."""
    name = alteration(card)
    barred = name in game.param(what)
    return Cond(article(game, name) if barred else rule, not barred, say, also=(rule,) if barred else ())


# --- numbers ---------------------------------------------------------------------------------------
def changed(game: View, card: Card, stat: str, base: int, more: int) -> int:
    """What a card adds to a total: its base value and what it has for lying engaged, as it is altered."""
    name = alteration(card)
    lost = game.game.memory.get(PLAYED + card.object) == "lose"
    if not name or (lost and name in game.param("altered-fails")):
        return 0 if name else base + more
    if name in game.param("altered-baseless"):
        base = 0
    if lost and name in game.param("altered-turned"):
        base = -base
    return base + more + change(game, card, stat)


def change(game: View, card: Card, stat: str) -> int:
    """The number that an alteration adds to a value in use."""
    name, ref = alteration(card), card.object
    if name in game.param("altered-won") and game.game.memory.get(PLAYED + ref) != WIN:
        return 0
    if game.param("altered-chosen") and game.game.memory.get(IN_USE + ref, stat) != stat:
        return 0
    found = sum(int(row[("atq", "def").index(stat)]) for row in rows(game, "altered-numbers", name))
    if name in game.param("altered-grows"):
        found += int(rows(game, "altered-turns", name)[0][0]) - int(card.mark("remaining") or 0)
    return found


def tell(game: View, seat: Seat, stat: str) -> None:
    """Tell which alterations have a part in a total."""
    for zone in CHARACTERS:
        card = there(game, seat, zone)
        if card is None or not alteration(card) or not valid(card):
            continue
        name = alteration(card)
        lost = game.game.memory.get(PLAYED + card.object) == "lose"
        if n := change(game, card, stat):
            game.note("altered", article(game, name), card=card.id, n=n, stat=stat.upper())
        for kind, table in (("fails", "altered-fails"), ("turned", "altered-turned")):
            if lost and name in game.param(table):
                game.note(kind, article(game, name), card=card.id, stat=stat.upper())
        if name in game.param("altered-baseless"):
            game.note("baseless", article(game, name), card=card.id, stat=stat.upper())


# --- reading ---------------------------------------------------------------------------------------
@rules.step("alteration.reader")
def read(game: View, v: Vars) -> Outcome:
    """As a Block is read, so is the alteration of its character, by its own player: shifumi first."""
    card = there(game, v["me"], v["block"]) if v["block"] in CHARACTERS else None
    if card is None or not valid(card) or not alteration(card) or READ + card.object in game.game.memory:
        return None
    name, rule = alteration(card), article(game, alteration(card))
    if name in game.param("altered-shifumi") and "played" not in v.answers:
        return thrown(rule)
    if game.param("altered-chosen") and rows(game, "altered-numbers", name) and "use" not in v.answers:
        both = (Choice(("atq",), "atq"), Choice(("def",), "def"))
        return Ask(v["me"], "act", rule, "use", both, prompt="ask.use")
    played = str(v.answers.get("played", ""))
    kept = {READ: 1, PLAYED: played, IN_USE: v.answers.get("use", "")}
    noted = [
        event({}, "remember", "read", rule, key=key + card.object, value=one)
        for key, one in kept.items()
        if one
    ]
    out: list[Do] = [events(noted)]
    for on, what in rows(game, "altered-read", name):
        if on in ("", played):
            found = follows(game, v, card, what, rule)
            if isinstance(found, Ask):
                return found
            out += found
    return out


def thrown(rule: str) -> Ask:
    """Rock, paper, scissors: chance says whether the player wins; a tie is played again."""
    choices = (Choice((WIN,), WIN), Choice(("lose",), "lose"))
    return Ask("chance", "chance", rule, "played", choices, prompt="ask.shifumi")


def follows(game: View, v: Vars, card: Card, what: str, rule: str) -> Ask | list[Do]:
    """One thing that an alteration does to its card or to the card's player."""
    if what == "lose-pv":
        return [lost(card.seat, rule)]
    if what == "cool":
        return [events([cooled(card, 1, rule)])]
    if what == "random-discard":
        held = in_hand(game, card.seat)
        n = min(1, len(held))
        found = game.pick(v, "random", "chance", held, n, n, rule, "ask.random")
        if isinstance(found, Ask):
            return found
        ctx = {"me": card.seat}
        return [events([move_event(game, ctx, ref, "discard", "discard", rule) for ref in found])]
    return [Do("named-move", {what: card.object, "named": what, "rule": rule})]


def lost(seat: Seat, rule: str) -> Do:
    """A player loses a PV."""
    fields: dict[str, Any] = {"seat": seat, "score": "pv", "n": 1, "sign": -1}
    return events([event({}, "score", "lose-pv", rule, also=("alteration.reader",), **fields)])


def cooled(card: Card, n: int, rule: str) -> dict[str, object]:
    """The event that adds to a cooldown; a card without any gets that of this turn."""
    have = int(card.mark("cooldown") or 0)
    marks = {"cooldown": have + n, **({} if have else {"fresh-turn": True})}
    return event({}, "mark", "cool", rule, card=card.object, marks=marks, also=("position.cooldown-count",))


@rules.step("acted")
def acted(game: View, v: Vars) -> Outcome:
    """Once the Block has been read, what its character's alteration asks for having acted."""
    card = there(game, v["me"], v["block"]) if v["block"] in CHARACTERS else None
    if card is None or not valid(card) or READ + card.object not in game.game.memory:
        return None
    return list(acts(game, card)) or None


def acts(game: View, card: Card) -> Iterator[Do]:
    """What an alteration costs after its card has acted."""
    name = alteration(card)
    for _ in rows(game, "altered-acted", name):
        yield lost(card.seat, article(game, name))
