"""Setting up a game (5-2)."""

from __future__ import annotations

from judge.engine.book import Outcome
from judge.engine.proposals import call, event, events, move_event, put_vars
from judge.engine.view import Vars, View
from judge.games.dbs.registry import rules
from judge.state import SEATS, Ask, Choice, Do, opponent

HAND, LIFE = 6, 8


def boxed(game: View, seat: str, leader: bool) -> list[str]:
    """The cards of a player that have not been placed yet: the Leader, or all others."""
    return [card.object for card in game.zone(seat, "box") if (game.type(card) == "leader") == leader]


@rules.step("5-2-1-2")
def place_leaders(game: View, v: Vars) -> Outcome:
    """Each player puts the Leader into the Leader Zone, then abilities that wait for that hear of it."""
    refs = [(seat, ref) for seat in SEATS for ref in boxed(game, seat, True)]
    placed = [move_event(game, {"me": seat}, ref, "leader", "place", "5-2-1-2") for seat, ref in refs]
    return [events(placed), Do("leader-placed", {})] if placed else None


@rules.verb("leader-placed", "5-2-1-3")
def leader_placed(game: View, v: Vars) -> Outcome:
    """The moment at which a Leader has been placed."""
    leaders = [card for seat in SEATS for card in game.zone(seat, "leader")]
    return [events([event({}, "signal", "leader-placed", "5-2-1-3", card=card.object) for card in leaders])]


@rules.step("5-2-1-3")
def leaders_checked(game: View, v: Vars) -> Outcome:
    """The check timing of the placed Leaders.

    No player is active yet: whose abilities come first where both have some is a reading.
    """
    both = len({entry.master for entry in game.game.waiting if entry.status == "pending"}) > 1
    turned = both and game.param("setup-first") != "active"
    return [call("window:check-turned" if turned else "window:check")]


@rules.step("5-2-1-4")
def place_decks(game: View, v: Vars) -> Outcome:
    """Each player shuffles and places the deck."""
    out: list[Do] = []
    for seat in SEATS:
        refs = boxed(game, seat, False)
        placed = [move_event(game, {"me": seat}, ref, "deck", "place", "5-2-1-4") for ref in refs]
        if placed:
            out += [events(placed), Do("shuffle", {"shuffle": "deck", "of": seat, "rule": "5-2-1-4"})]
    return out


@rules.step("5-2-1-5")
def first_player(game: View, v: Vars) -> Outcome:
    """Chance alone decides who plays first; nobody may choose, whoever won (5-2-1-5-1)."""
    if "first" not in v.answers:
        choices = tuple(Choice(("first", seat), seat) for seat in SEATS)
        return Ask("chance", "chance", "5-2-1-5-1", "first", choices, prompt="ask.first")
    return [events([event({}, "lead", "lead", "5-2-1-5", seat=v.answers["first"])])]


@rules.step("5-2-1-6")
def first_hands(game: View, v: Vars) -> Outcome:
    """Each player draws six cards."""
    seats = (game.active, opponent(game.active))
    return [Do("draw-one", {"of": seat}) for seat in seats for _ in range(HAND)]


@rules.step("5-2-1-6-1")
def redraw(game: View, v: Vars) -> Outcome:
    """First player first, each may once return any cards, shuffle, and draw as many."""
    return [call("redraw", me=seat) for seat in (game.active, opponent(game.active))]


@rules.step("redraw-return")
def redraw_return(game: View, v: Vars) -> Outcome:
    """Return any number of cards to the deck and shuffle them in before drawing."""
    seat, rule = v["me"], "5-2-1-6-1"
    hand = game.zone(seat, "hand")
    chosen = game.pick(v, "back", seat, hand, 0, len(hand), rule, "ask.redraw")
    if isinstance(chosen, Ask):
        return chosen
    if not chosen:
        return [put_vars(n=0)]
    back = [move_event(game, {"me": seat}, ref, "deck", "move", rule) for ref in chosen]
    shuffle = Do("shuffle", {"shuffle": "deck", "of": seat, "rule": rule})
    return [events(back), shuffle, put_vars(n=len(chosen))]


@rules.step("redraw-draw")
def redraw_draw(game: View, v: Vars) -> Outcome:
    """Draw as many as were returned."""
    return [Do("draw-one", {"of": "me"}) for _ in range(v["n"])]


@rules.step("5-2-1-7")
def place_life(game: View, v: Vars) -> Outcome:
    """Each player puts the top eight cards of the deck into the Life Zone, unseen."""
    return [Do("top-to-life", {"of": seat}) for seat in SEATS for _ in range(LIFE)]


@rules.verb("top-to-life", "5-2-1-7")
def top_to_life(game: View, v: Vars) -> Outcome:
    """The top card of the deck becomes a life card."""
    top = game.zone(v["of"], "deck")[:1]
    placed = [move_event(game, {"me": v["of"]}, card.object, "life", "place", "5-2-1-7") for card in top]
    return [events(placed)]


@rules.step("5-2-1-8")
def begin(game: View, v: Vars) -> Outcome:
    """The first player begins as active player."""
    return [events([event({}, "lead", "lead", "5-2-1-8", seat=game.active)])]
