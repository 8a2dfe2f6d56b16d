"""A Match: Duels until a player has won two of three, and the decks between them (duel.match,
deck.side.*).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from judge.engine.kernel.book import Outcome
from judge.engine.kernel.event import Event
from judge.engine.kernel.instructions import event, events, move_event, put_vars
from judge.engine.kernel.state import SEATS, Card, Decision, Instruction, Ref
from judge.engine.kernel.view import Vars, View
from judge.games.ygo import registry
from judge.games.ygo.cards import EXTRA, kinds
from judge.games.ygo.registry import rules
from judge.text.plain import Fields, Json

DUELS, NEEDED = 3, 2
BACK = ("hand", "monster", "spell", "field", "pendulum", "graveyard", "banished")


@rules.step("duel.match")
def match_over(view: View, v: Vars) -> Outcome:
    """The Match ends when a player has won two Duels, or after three Duels: then the player with more wins
    wins it, unless by the other reading only two wins do.
    """
    won = {seat: view.game.scores.get(f"{seat}.wins", 0) for seat in SEATS}
    if max(won.values()) < NEEDED and (v.get("played", 0) < DUELS or view.param("matches-go-on")):
        return None
    losers = tuple(seat for seat in SEATS if won[seat] < max(won.values())) or SEATS
    over = event({}, "end-game", "defeat", "duel.match", losers=losers, seat=losers[0], why="match")
    return [put_vars(over=True), events([over])]


@rules.step("gl.banished.restore")
def restore(view: View, v: Vars) -> Outcome:
    """Every card goes back to its deck, banished ones too; LP and the count of turns begin anew (duel.lp)."""
    if any(entry.status == "pending" for entry in view.game.waiting):
        view.note(registry.CUT_OFF, "duel.single")
    moved = [home(view, card) for seat in SEATS for card in lying(view, seat)]
    lp = [full_lp(view, seat) for seat in SEATS]
    ended = [event({}, "expire", "expire", "duel.single", until=until) for until in view.book.tables["until"]]
    first = event({}, "lead", "restart", "setup.begin", seat=view.active, turn=1)
    return [events(moved), events(lp), *(events([change]) for change in ended), events([first])]


def full_lp(view: View, seat: str) -> Event:
    """A player's LP become again what a Duel starts with."""
    n = int(view.book.tables["score"]["lp"]["start"]) - view.game.scores[f"{seat}.lp"]
    return event({}, "score", "recover", "duel.lp", seat=seat, score="lp", n=n)


def lying(view: View, seat: str) -> Iterator[Card]:
    """The cards in a player's zones other than the decks, with the cards beneath them."""
    for zone in BACK:
        for card in view.zone(seat, zone):
            yield card
            yield from (view.game.cards[id_] for id_ in card.under)
    yield from (card for card in view.zone(seat, "extra") if not view.face_down(card))


def home(view: View, card: Card) -> Event:
    """The move of a card to the deck that it belongs to."""
    zone = "extra" if any(word in EXTRA for word in kinds(view, card)) else "deck"
    return move_event(view, {}, card.object, zone, "move", "gl.banished.restore", to=f"{card.owner}.{zone}")


@rules.step("deck.side.when")
def side(view: View, v: Vars) -> Outcome:
    """Lets each player exchange cards with the Side Deck: as many go in as come out (deck.side.constant,
    setup.side-count).
    """
    out: list[Instruction] = []
    for seat in SEATS:
        taken = going_in(view, v, seat)
        if isinstance(taken, Decision):
            return taken
        left = coming_out(view, v, seat, taken) if taken else ()
        if isinstance(left, Decision):
            return left
        batch = exchanged(view, seat, taken, left)
        out += [events(batch)] if batch else []
    return out


def going_in(view: View, v: Vars, seat: str) -> Decision | tuple[Ref, ...]:
    """The cards of the Side Deck that a player takes into the decks."""
    mine = [card for card in view.zone(seat, "side") if view.known(card)]
    if not mine:
        return ()
    return view.pick(v, f"in {seat}", seat, mine, 0, len(mine), "deck.side.when", "ask.side-in")


def coming_out(view: View, v: Vars, seat: str, taken: tuple[Ref, ...]) -> Decision | tuple[Ref, ...]:
    """The cards of the decks that a player exchanges for them."""
    pool = [card for zone in ("deck", "extra") for card in view.zone(seat, zone) if view.known(card)]
    n, rule, data = len(taken), "deck.side.constant", {"seat": seat, "taken": taken}
    return view.pick(v, f"out {seat}", seat, pool, n, n, rule, "ask.side-out", "sided", data)


def exchanged(view: View, seat: str, taken: Sequence[Ref], left: Sequence[Ref]) -> list[Event]:
    """The moves of the cards that are exchanged."""
    moves = [(ref, where(view, ref)) for ref in taken] + [(ref, "side") for ref in left]
    rule = "deck.side.constant"
    return [move_event(view, {}, ref, to, "move", rule, to=f"{seat}.{to}") for ref, to in moves]


@rules.check("sided")
def legal_sizes(view: View, left: Sequence[object], data: Mapping[str, object]) -> bool:
    """Are the decks of legal size after the exchange, or no further from it than before (deck.main.size,
    deck.extra.size)?
    """
    return all(fits_size(view, data, left, zone) for zone in ("deck", "extra"))


def fits_size(view: View, data: Fields, left: Sequence[Json], zone: str) -> bool:
    """Is the size of one deck legal, or no further from it than before?"""
    low, high = view.param(f"{zone}-size")
    before = view.count(data["seat"], zone)
    gone = sum(card is not None and card.place == zone for card in map(view.card, left))
    after = before - gone + sum(where(view, ref) == zone for ref in data["taken"])
    return bool(off(after, low, high) <= off(before, low, high))


def off(n: int, low: int, high: int) -> int:
    """How far a number lies outside its bounds."""
    return max(low - n, n - high, 0)


def where(view: View, ref: str) -> str:
    """The deck that a card of the Side Deck goes into."""
    card = view.card(ref)
    return "extra" if card is not None and any(word in EXTRA for word in kinds(view, card)) else "deck"
