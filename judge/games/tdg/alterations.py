"""Alterations: what puts them on a card, how long they last and what their end does (alteration.*).

Code because which of two alterations stays, and what Wind does to the slots, are rules of the game itself.
"""

from __future__ import annotations

from judge.engine.book import Outcome
from judge.engine.proposals import event, events, events_as, move_event, put_vars
from judge.engine.view import Vars, View
from judge.engine.vocabulary import affected, tell_nothing
from judge.games.tdg.altered import WIN, alteration, article, cooled, follows, rows, thrown
from judge.games.tdg.blocks import CHARACTERS, LEADER, OBJECTS, on_field, there
from judge.games.tdg.leader import admissible
from judge.games.tdg.registry import rules
from judge.state import Ask, Card, Do


@rules.verb("shifumi", "lexicon.shifumi")
def shifumi(game: View, v: Vars) -> Outcome:
    """Rock, paper, scissors: chance says whether the player wins or loses; `as` is there if they win."""
    if "played" not in v.answers:
        return thrown("lexicon.shifumi")
    return [put_vars(**{v.args["as"]: v.answers["played"] == WIN})]


@rules.verb("alter", "lexicon.alteration", "alteration.duration")
def alter(game: View, v: Vars) -> Outcome:
    """Put an alteration on cards; one of Death gives way to a higher one of Death only, and Wind is over at
    once."""
    name = str(v["alter"])
    cards = game.cards(affected(game, v, game.refs(v.args["of"], v)), v)
    if not cards:
        tell_nothing(game, v, v.args["of"], "alter")
        return None
    if name.startswith("wind"):
        return gust(game, v, name, [card for card in cards if card.place in CHARACTERS])
    free = [card for card in cards if card.place in CHARACTERS and gives_way(game, card, name)]
    return [events_as(v, [put_on(game, v, card, name) for card in free]), *in_return(game, v, name)]


def put_on(game: View, v: Vars, card: Card, name: str) -> dict[str, object]:
    """The event that alters a card, for as long as the list says, else the text (alteration.duration)."""
    listed = rows(game, "altered-turns", name)
    turns = int(listed[0][0]) if listed else game.number(v.args.get("turns", 1), v)
    marks = {"alteration": name, "remaining": turns}
    also = ("alteration.duration",) if listed else ()
    return event(v, "mark", "alter", article(game, name), card=card.object, marks=marks, also=also)


def in_return(game: View, v: Vars, name: str) -> list[Do]:
    """What an alteration puts on the character that applied it; the booklet's icon for it is unreadable."""
    if not rows(game, "altered-return", name):
        return []
    other, source = str(rows(game, "altered-return", name)[0][0]), game.card(v.object("self"))
    if not other:
        game.note("unreadable", article(game, name), card=source.id if source else "")
    if not other or source is None or source.place not in CHARACTERS or not gives_way(game, source, other):
        return []
    marks = {"alteration": other, "remaining": 1}
    return [events([event(v, "mark", "alter", article(game, name), card=source.object, marks=marks)])]


def gives_way(game: View, card: Card, name: str) -> bool:
    """May a new alteration take the place of the one that a card has (alteration.death.permanence)?"""
    old = alteration(card)
    if not old.startswith("death") or (name.startswith("death") and name > old):
        return True
    game.note("stays-altered", "alteration.death.permanence", card=card.id)
    return False


@rules.verb("restore", "lexicon.alteration")
def restore(game: View, v: Vars) -> Outcome:
    """Take the alteration off cards; Death cannot be erased."""
    cards = game.cards(affected(game, v, game.refs(v["restore"], v)), v)
    free = [card for card in cards if alteration(card) and gives_way(game, card, "")]
    return [events_as(v, [ended(card, "lexicon.alteration") for card in free])]


def ended(card: Card, rule: str) -> dict[str, object]:
    """The event by which a card has no alteration any more."""
    return event({}, "mark", "restored", rule, card=card.object, marks={"alteration": False, "remaining": 0})


# --- Wind --------------------------------------------------------------------------------------------
def gust(game: View, v: Vars, name: str, cards: list[Card]) -> Outcome:
    """Wind: the Leader and Support 2 change places, or two that are chosen; or up to two go to the hand."""
    rule, seat = article(game, name), v["me"] if game.param("wind-chooser") == "user" else cards[0].seat
    most = min(2, len(cards))
    if name == "wind-3":
        found = game.pick(v, "blown", seat, cards, 0, most, rule, "ask.wind")
        if isinstance(found, Ask):
            return found
        return [events_as(v, [move_event(game, v, ref, "hand", "return", rule) for ref in found])]
    pair = [one for one in cards if name != "wind-1" or one.place in OBJECTS]
    picked = game.pick(v, "blown", seat, pair, min(2, len(pair)), min(2, len(pair)), rule, "ask.wind")
    if isinstance(picked, Ask):
        return picked
    two = [card for card in map(game.card, picked) if card is not None]
    if not swappable(game, two):
        game.note("stays-put", rule, card=two[0].id if two else "")
        return None
    return [events_as(v, swap(game, v, name, *two))]


def swappable(game: View, two: list[Card]) -> bool:
    """Can two characters change places: both free to move, and who becomes Leader admissible?"""
    if len(two) < 2 or any(alteration(one) in game.param("unmoved") for one in two):
        return False
    return all(
        admissible(game, one, one.seat) for one, other in (two, (two[1], two[0])) if other.place == LEADER
    )


def swap(game: View, v: Vars, name: str, one: Card, other: Card) -> list[dict[str, object]]:
    """The moves by which two characters change places, with their Objects where the level says so."""
    moved = [(one, other.place), (other, one.place)]
    if name in game.param("wind-objects") and one.place in OBJECTS and other.place in OBJECTS:
        for card, to in tuple(moved):
            item = there(game, card.seat, OBJECTS[card.place])
            moved += [(item, OBJECTS[to])] if item is not None else []
    ctx = {**v, "me": one.seat}
    return [move_event(game, ctx, card.object, to, "move", article(game, name)) for card, to in moved]


# --- the end -----------------------------------------------------------------------------------------
@rules.step("alteration.duration")
def run_down(game: View, v: Vars) -> Outcome:
    """Alterations are a turn older; those that are over end, with what their level says of it."""
    altered = [card for card in on_field(game) if alteration(card)]
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


@rules.verb("alteration-over", "alteration.duration")
def over(game: View, v: Vars) -> Outcome:
    """One alteration ends: the card is free of it, and the list says what else happens."""
    card = game.card(str(v["alteration-over"]))
    if card is None or not alteration(card):
        return None
    name = alteration(card)
    out: list[Do] = [events([ended(card, article(game, name))])]
    for (what,) in rows(game, "altered-ends", name):
        found = follows(game, v, card, what, article(game, name))
        assert not isinstance(found, Ask)
        out += found
    return out


@rules.verb("cool", "position.cooldown-count")
def cool(game: View, v: Vars) -> Outcome:
    """Add to the cooldown of cards; one without any gets that of this turn."""
    n = game.number(v["cool"], v)
    cards = game.cards(affected(game, v, game.refs(v.args["of"], v)), v)
    return [events_as(v, [cooled(card, n, "position.cooldown-count") for card in cards])]
