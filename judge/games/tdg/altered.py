"""Alterations: what puts them on a card, what they do to its numbers, to its player as they are read, and to
what may be done with it (alteration.*). Which does what stands in the rulebook: numbers in its literals, what
is done in procedures of the alteration's name.

Code because which of two stays, and how shifumi and turns that have gone by make one value, is this game's.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from judge.engine.kernel.book import Outcome
from judge.engine.kernel.instructions import AGAIN, call, event, events, events_as, name
from judge.engine.kernel.state import Card, Choice, Condition, Decision, Instruction, Seat, opponent
from judge.engine.kernel.view import Vars, View
from judge.engine.words.targets import affected, tell_nothing
from judge.errors import NotImplementedYet
from judge.games.tdg import registry
from judge.games.tdg.blocks import CHARACTERS, said, there, valid
from judge.games.tdg.registry import rules
from judge.text.plain import Fields

PLAYED = rules.remembers("shifumi", "turn") + ":"  # of the memory, as the others: of_card
READ = rules.remembers("altered", "turn") + ":"
IN_USE = rules.remembers("in-use", "turn") + ":"
UNREAD = rules.remembers("unread-alteration", "turn") + ":"  # by one reading only: it came too late


def alteration(card: Card) -> str:
    """The alteration of a card, ``""`` without any."""
    return str(card.mark("alteration") or "")


def of_card(key: str, card: Card) -> str:
    """The memory key for what came of the alteration that a card has."""
    return f"{key}{card.object}:{alteration(card)}"


def article(view: View, name: str) -> str:
    """The article of an alteration."""
    return str(view.param("altered")[name]["rule"])


def allowed(view: View, card: Card, what: str, rule: str, say: str = "blocked") -> Condition:
    """The condition that a card's alteration does not keep it from something."""
    if alteration(card) in view.param(what):
        return Condition(article(view, alteration(card)), False, say)
    return Condition(rule, True, say)


# --- what puts them on a card, and their end -----------------------------------------------------------
@rules.word(
    "alter",
    "text",
    {"of": "cards", "turns": "number"},
    ("of",),
    ("rule",),
    cites=("lexicon.alteration", "alteration.duration"),
)
def alter(view: View, v: Vars) -> Outcome:
    """Put an alteration on characters, for as long as its list says, otherwise as the text says. One that
    lasts no turn only has its effect at once.
    """
    name = str(v["alter"])
    if name not in view.param("altered"):
        raise NotImplementedYet(f"the alteration {name!r}")
    row = view.param("altered")[name]
    targets = view.cards(affected(view, v, view.refs(v.args["of"], v)), v)
    if not targets:
        tell_nothing(view, v, v.args["of"], "alter")
        return None
    if any(character.place not in CHARACTERS for character in targets):
        raise NotImplementedYet("an alteration of anything but a character")
    turns = row.get("turns", view.number(v.args.get("turns", 1), v))
    cards = [character for character in targets if not turns or gives_way(view, character, name)]
    marks, fresh = {"alteration": name, "remaining": turns}, cards if turns else ()
    batch = [event(v, "mark", "alter", row["rule"], card=altered.object, marks=marks) for altered in fresh]
    if "unreadable" in row:
        view.note(registry.UNREADABLE, row["rule"])
    for target in fresh:
        if alteration(target) and alteration(target) != name:
            view.note(registry.ALTERATION_GOES, "lexicon.alteration", card=target.id, old=alteration(target))
    ctx = {"self": v.object("self"), "me": v["me"], "because": v.get("because", "rules")}
    it = tuple(card.object for card in cards)
    return [events_as(v, batch), *follows(view, name, "applied", it=it, **ctx)]


def gives_way(view: View, card: Card, name: str) -> bool:
    """May a new alteration take the place of the one that a card has (alteration.death.permanence)?"""
    old = alteration(card)
    if not old.startswith("death") or (name.startswith("death") and name > old):
        return True
    view.note(registry.STAYS_ALTERED, "alteration.death.permanence", card=card.id)
    return False


@rules.step("alteration-over")
def over(view: View, v: Vars) -> Outcome:
    """Ends an alteration and carries out what the rulebook says for this."""
    card = view.card(v.object("self"))
    if card is None or not alteration(card):
        return None
    name, marks = alteration(card), {"alteration": False, "remaining": 0}
    ended = event({}, "mark", "restore", article(view, name), card=card.object, marks=marks)
    return [events([ended]), *follows(view, name, "ends", self=card.object, me=card.seat)]


@rules.word("cool", "number", {"of": "cards"}, ("of",), cites=("position.cooldown-count",))
def cool(view: View, v: Vars) -> Outcome:
    """Adds to the cooldown of cards. A card without a cooldown gets the one of this turn."""
    n, batch = view.number(v["cool"], v), []
    for card in view.cards(affected(view, v, view.refs(v.args["of"], v)), v):
        have = int(card.mark("cooldown") or 0)
        marks = {"cooldown": have + n, **({} if have else {"fresh-turn": True})}
        told = str(v.args.get("rule", "position.cooldown-count"))
        batch.append(event(v, "mark", "cool", told, card=card.object, marks=marks))
    return [events_as(v, batch)]


# --- numbers ---------------------------------------------------------------------------------------
def changed(view: View, card: Card, stat: str, base: int, more: int) -> int:
    """What a card adds to a total: its base value and its bonus for lying engaged, as its alteration changes
    them.
    """
    row = said(view, card)
    if not row:
        return base + more
    how = spoiled(view, card, stat, row)
    if how == "fails":
        return 0
    return {"baseless": 0, "turned": -base}.get(how, base) + more + change(view, card, stat, row)


# What becomes of a base value, and the line that tells it.
SPOILED: Final = {"fails": registry.FAILS, "turned": registry.TURNED, "baseless": registry.BASELESS}


def spoiled(view: View, card: Card, stat: str, row: Mapping[str, object]) -> str:
    """The effect of a card's alteration, or of a shifumi lost to it, on its base value."""
    if "lost" in row and acts(view, card, row) and not spares(view, card, stat, row):
        return str(row["lost"])
    return str(row.get("base", ""))


def change(view: View, card: Card, stat: str, row: Fields) -> int:
    """The number that an alteration adds to a value in use."""
    if stat not in row or not acts(view, card, row) or spares(view, card, stat, row):
        return 0
    grown = row["turns"] - int(card.mark("remaining") or row["turns"]) if "grows" in row else 0
    return int(row[stat]) + grown


def acts(view: View, card: Card, row: Mapping[str, object]) -> bool:
    """Does an alteration that was read act on a value? Where it asks for a shifumi, that decides."""
    won = view.game.memory.get(of_card(PLAYED, card))
    if ("won" in row and won is not True) or ("lost" in row and won is not False):
        return False
    return of_card(UNREAD, card) not in view.game.memory


def spares(view: View, card: Card, stat: str, row: Mapping[str, object]) -> bool:
    """Does an alteration of “ATQ or DEF” not affect this value? It affects the value in use, or by one
    reading the value that was chosen. If each value has a number of its own, there is nothing to choose.
    """
    if row.get("each") or not view.param("altered-chosen"):
        return False
    return bool(view.game.memory.get(of_card(IN_USE, card), stat) != stat)


def tell(view: View, seat: Seat, stat: str) -> None:
    """Records which alterations change a total."""
    for card in (there(view, seat, zone) for zone in CHARACTERS):
        row = said(view, card)
        if card is None or not row or not valid(view, card):
            continue
        if n := change(view, card, stat, row):
            view.note(registry.ALTERED, row["rule"], card=card.id, n=n, stat=stat.upper())
        if how := spoiled(view, card, stat, row):
            view.note(SPOILED[how], row["rule"], card=card.id, stat=stat.upper())


# --- reading ---------------------------------------------------------------------------------------
@rules.step("alteration.reader")
def read(view: View, v: Vars) -> Outcome:
    """Reads the alteration of a character together with its Block, by its own player: first what it does,
    then which value it affects if that is chosen.
    """
    card = there(view, v["me"], v["block"])
    row = said(view, card)
    if card is None or not row or not valid(view, card):
        return None
    if of_card(READ, card) not in view.game.memory:
        does = follows(view, alteration(card), "read", self=card.object, me=v["me"])
        return [noted(of_card(READ, card), 1), *does, AGAIN]
    divided = ("atq" in row or "lost" in row) and not row.get("each") and acts(view, card, row)
    if not divided or of_card(IN_USE, card) in view.game.memory or not view.param("altered-chosen"):
        return None
    if "use" in v.answers:
        return [noted(of_card(IN_USE, card), v.answers["use"])]
    both = (Choice(("atq",), "atq"), Choice(("def",), "def"))
    return Decision(v["me"], "act", row["rule"], "use", both, prompt="ask.use")


@rules.step("read-late")
def read_late(view: View, v: Vars) -> Outcome:
    """Reads alterations that a character got after its Block was read, before the totals are taken, the
    attacker's first. By one reading they are not read and do nothing this turn.
    """
    for seat in (view.active, opponent(view.active)):
        for zone in CHARACTERS:
            card = there(view, seat, zone)
            if card is None or not came_late(view, card):
                continue
            if view.param("late-alterations"):
                return [call("late-alteration", me=seat, block=zone), AGAIN]
            view.note(registry.UNREAD_ALTERATION, "alteration.reader", card=card.id)
            return [noted(of_card(UNREAD, card), 1), AGAIN]
    return None


def came_late(view: View, card: Card) -> bool:
    """Does a character have an alteration of its numbers that was never read?"""
    row, memory = said(view, card), view.game.memory
    known = of_card(READ, card) in memory or of_card(UNREAD, card) in memory
    return ("atq" in row or "lost" in row) and valid(view, card) and not known


def noted(key: str, value: object) -> Instruction:
    """The instruction that remembers something about an alteration until the turn is over."""
    return events([event({}, "remember", "read", "alteration.reader", key=key, value=value)])


@rules.step("acted")
def acted(view: View, v: Vars) -> Outcome:
    """Once the Block has been read, carries out what the rulebook says for its character's alteration after
    that.
    """
    card = there(view, v["me"], v["block"])
    if card is None or not valid(view, card) or of_card(READ, card) not in view.game.memory:
        return None
    won = view.game.memory.get(of_card(PLAYED, card))
    return follows(view, alteration(card), "acted", self=card.object, me=v["me"], own={"won": won})


def follows(view: View, name: str, when: str, **vars: object) -> list[Instruction]:
    """The instructions for what an alteration does at a moment: the rulebook's procedure of that name, if
    there is one.
    """
    known = f"{name}-{when}" in view.book.procedures
    return [call(f"{name}-{when}", **vars)] if known else []


@rules.word("shifumi", "seat", {"as": "name"}, ("as",), cites=("lexicon.shifumi",))
def shifumi(view: View, v: Vars) -> Outcome:
    """Rock, paper, scissors: chance says whether the player wins; a tie is played again. The result of one
    for an alteration is remembered, because its numbers depend on it.
    """
    if "played" not in v.answers:
        choices = (Choice(("win",), True), Choice(("lose",), False))
        rule = str(v.args.get("rule", "lexicon.shifumi"))
        return Decision("chance", "chance", rule, "played", choices, prompt="ask.shifumi")
    won, card = v.answers["played"], view.card(v.object("self"))
    kept = [noted(of_card(PLAYED, card), won)] if card is not None and not v.get("ability") else []
    return [*kept, name(v.args["as"], won)]
