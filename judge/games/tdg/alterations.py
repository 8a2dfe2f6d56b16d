"""Alterations: what puts them on a card, how long they last and what their end does (alteration.*).

Code because which of two alterations stays, and the game of shifumi, are rules of the game itself.
"""

from __future__ import annotations

from judge.engine.book import Outcome
from judge.engine.proposals import event, events, events_as, put_vars
from judge.engine.view import Vars, View
from judge.engine.vocabulary import affected, tell_nothing
from judge.games.tdg.blocks import CHARACTERS, FIELD
from judge.games.tdg.registry import rules
from judge.state import Ask, Card, Choice, Do

LISTED = {"rage-3": 3}  # durations that the list itself gives (alteration.duration)


@rules.verb("shifumi", "lexicon.shifumi")
def shifumi(game: View, v: Vars) -> Outcome:
    """Rock, paper, scissors: chance says whether the player wins or loses."""
    if "played" not in v.answers:
        choices = (Choice(("win",), True), Choice(("lose",), False))
        return Ask("chance", "chance", "lexicon.shifumi", "played", choices, prompt="ask.shifumi")
    return [put_vars(**{v["shifumi"]: v.answers["played"]})]


@rules.verb("alter", "lexicon.alteration", "alteration.duration")
def alter(game: View, v: Vars) -> Outcome:
    """Put an alteration on cards; one of Death gives way to a higher one of Death only."""
    name = str(v["alter"])
    cards = game.cards(affected(game, v, game.refs(v.args["of"], v)), v)
    turns = LISTED.get(name, game.number(v.args.get("turns", 1), v))
    free = [card for card in cards if card.place in CHARACTERS and gives_way(game, card, name)]
    if not cards:
        tell_nothing(game, v, v.args["of"], "alter")
    marks = {"alteration": name, "remaining": turns}
    return [
        events_as(v, [event(v, "mark", "alter", article(name), card=one.object, marks=marks) for one in free])
    ]


def article(name: str) -> str:
    """The article of an alteration, ``alteration.fire.I``."""
    kind, _, level = name.rpartition("-")
    return f"alteration.{kind}.{'I' * int(level)}"


def gives_way(game: View, card: Card, name: str) -> bool:
    """May a new alteration take the place of the one that a card has (alteration.death.permanence)?"""
    old = str(card.mark("alteration") or "")
    if not old.startswith("death") or (name.startswith("death") and name > old):
        return True
    game.note("stays-altered", "alteration.death.permanence", card=card.id)
    return False


@rules.verb("restore", "lexicon.alteration")
def restore(game: View, v: Vars) -> Outcome:
    """Take the alteration off cards; Death cannot be erased."""
    cards = game.cards(affected(game, v, game.refs(v["restore"], v)), v)
    free = [card for card in cards if gives_way(game, card, "")]
    return [events_as(v, [ended(card, "lexicon.alteration") for card in free])]


def ended(card: Card, rule: str) -> dict[str, object]:
    """The event by which a card has no alteration any more."""
    return event({}, "mark", "restored", rule, card=card.object, marks={"alteration": False, "remaining": 0})


@rules.step("alteration.duration")
def run_down(game: View, v: Vars) -> Outcome:
    """Alterations are a turn older; those that are over end, with what their level says of it."""
    altered = [
        card
        for seat in game.seats("any")
        for zone in FIELD
        for card in game.zone(seat, zone)
        if card.mark("alteration")
    ]
    left = [(card, int(card.mark("remaining") or 0) - 1) for card in altered]
    older = [
        event({}, "mark", "mark", "alteration.duration", card=card.object, marks={"remaining": n})
        for card, n in left
        if n > 0
    ]
    over = [card for card, n in left if n <= 0]
    return [
        *([events(older)] if older else []),
        *(Do("alteration-over", {"alteration-over": card.object}) for card in over),
    ]


ENDS = {
    **dict.fromkeys(("fire-3", "rage-3", "death-2", "madness-3"), "discard"),
    **dict.fromkeys(("water-3", "poison-3", "death-3"), "destroy"),
    **dict.fromkeys(("ice-3", "death-1"), "return"),
}


@rules.verb("alteration-over", "alteration.duration")
def over(game: View, v: Vars) -> Outcome:
    """One alteration ends: the card is free of it, and goes where the list sends it."""
    card = game.card(str(v["alteration-over"]))
    if card is None or not card.mark("alteration"):
        return None
    name, me = str(card.mark("alteration")), card.seat
    out: list[Do] = [events([ended(card, article(name))])]
    if name in ENDS:
        out.append(Do("named-move", {ENDS[name]: card.object, "named": ENDS[name], "rule": article(name)}))
    if name == "electricity-3":  # read by the player whose card it is: alteration.reader
        out.append(
            Do(
                "within",
                {
                    "vars": {"me": me, "because": "effect"},
                    "do": (lost(article(name)),),
                    "rule": article(name),
                },
            )
        )
    return out


def lost(rule: str) -> Do:
    """The instruction that takes a PV."""
    return Do("score", {"score": "pv", "n": 1, "named": "lose-pv", "of": "me", "rule": rule})


@rules.verb("cool", "position.cooldown-count")
def cool(game: View, v: Vars) -> Outcome:
    """Add to the cooldown of cards; one without any gets that of this turn."""
    n = game.number(v["cool"], v)
    cards = game.cards(affected(game, v, game.refs(v.args["of"], v)), v)
    batch = []
    for card in cards:
        have = int(card.mark("cooldown") or 0)
        marks = {"cooldown": have + n, "fresh-turn": bool(card.mark("fresh-turn")) or not have}
        batch.append(event(v, "mark", "cool", "position.cooldown-count", card=card.object, marks=marks))
    return [events_as(v, batch)]
