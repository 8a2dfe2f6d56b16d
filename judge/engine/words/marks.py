"""Words for marks and faces: what lies where it is and is otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from judge.engine import trace
from judge.engine.flow.feasibility import unchosen
from judge.engine.kernel.book import Amiss, Book, Outcome
from judge.engine.kernel.proposals import event, events_as
from judge.engine.kernel.state import SEATS, Ask, Card, Cond, Do
from judge.engine.kernel.view import Vars, View
from judge.engine.language.shared import words
from judge.engine.language.unseen import looked_through, resting
from judge.engine.words.affected import affected, tell_nothing
from judge.engine.words.arrivals import ask_mark, said_marks
from judge.text.plain import Fields


def can_mark(
    view: View, args: Mapping[str, object], ctx: Mapping[str, object], needs: dict[str, int]
) -> Cond:
    """Every card named is there and not yet in the state asked for."""
    if unchosen(view, args["mark"], ctx):
        return Cond("", True, "cost.mark")
    cards = view.cards(args["mark"], ctx)
    wanted = {key: args[key] for key in view.book.tables["mark"] if key in args}
    ok = bool(cards) and all(markable(view, card, wanted) for card in cards)
    rule = str(view.book.cites.get("same-state", "")) if cards else ""  # of a card that is gone nothing else
    return Cond(rule, ok, "cost.mark", {**wanted, "cards": [card.id for card in cards]})


def markable(view: View, card: Card, wanted: Mapping[str, object]) -> bool:
    """Does a card lie where cards have states, and not yet in the one that is wanted?"""
    if card.on or not view.book.zones[card.place].get("arrive"):
        return False
    return any(card.mark(key) != value for key, value in wanted.items())


def mark_amiss(book: Book, data: Mapping[str, object]) -> Iterator[Amiss]:
    """It says which state."""
    marks = book.tables["mark"]
    if not any(key in data for key in marks):
        yield Amiss("", "mark needs the state to set", " or ".join(marks))


@words.word("mark", "cards", marks="all", possible=can_mark, amiss=mark_amiss)
def mark(view: View, v: Vars) -> Outcome:
    """Set a mark of cards, such as their mode."""
    marks = {key: v.args[key] for key in view.book.tables["mark"] if key in v.args}
    refs = affected(view, v, view.refs(v["mark"], v))
    cards = [card for card in (view.card(ref) for ref in refs) if card is not None]
    word = word_for(view, marks)
    if word:
        return [Do("named-mark", {**v.args, "named": word, word: v["mark"]})]
    if cards and all(card.mark(key) == value for card in cards for key, value in marks.items()):
        tell_same(view, v, v["mark"], cards)
        return None
    if not cards:
        tell_nothing(view, v, v["mark"], "mark", SEATS)
    rule = v.args.get("rule", "")
    return [events_as(v, [event(v, "mark", "mark", rule, card=ref, marks=marks) for ref in refs])]


def word_for(view: View, marks: Mapping[str, object]) -> str:
    """The rulebook's word for a state, where it is that however it is ordered; ``""`` where it has none."""
    for word, row in view.book.tables["mark_word"].items():
        if row.get("covers") and row["marks"] == marks:
            return word
    return ""


@words.word("flip", "cards", {"face": "face"}, event="heard")
def flip(view: View, v: Vars) -> Outcome:
    """Turn a card to its other face."""
    batch = []
    for card in view.cards(affected(view, v, view.refs(v["flip"], v)), v):
        face = v.args.get("face") or ("front" if card.face == "back" else "back")
        batch.append(event(v, "turn", "flip", v.args.get("rule", ""), card=card.object, face=face))
    return [events_as(v, batch)]


def can_be(view: View, args: Mapping[str, object], ctx: Mapping[str, object], needs: dict[str, int]) -> Cond:
    """Every card named can take the state that the rulebook has a word for; as a cost, where it asks for more
    then, as it says.
    """
    word = str(args["named"])
    if unchosen(view, args[word], ctx):
        return Cond("", True, "cost.mark")
    cards, row = view.cards(args[word], ctx), view.book.tables["mark_word"][word]
    paid = row.get("paid") if ctx.get("because") == "cost" else None
    rule, fits, say = (row["rule"], row["only"], "cost.mark")
    if paid:
        rule, fits, say = (paid["rule"], paid["where"], "cost.state")
    ok = bool(cards) and all(view.matches(card, fits, ctx) for card in cards)
    return Cond(str(rule), ok, say, {"cards": [card.id for card in cards]})


@words.verb("named-mark", inner=True, possible=can_be)
def named_mark(view: View, v: Vars) -> Outcome:
    """A state that the rulebook has a word for, such as turning a card face-down,
    of the cards that can take it.
    """
    name = v["named"]
    row = view.book.tables["mark_word"][name]
    refs = affected(view, v, view.refs(v.args[name], v))
    found = [card for card in (view.card(ref) for ref in refs) if card is not None]
    able = [card for card in found if view.matches(card, row["only"], v)]
    if not v.answers:
        tell_unable(view, v, [card for card in found if card not in able])
    if not found:
        tell_nothing(view, v, v.args[name], name, SEATS)
    rule = str(v.args.get("rule") or row["rule"])
    states = chosen_states(view, v, able, row)
    if isinstance(states, Ask):
        return states
    if able and same_state(view, able, states):
        tell_same(view, v, v.args[name], able)
        return None
    batch = []
    for card, marks in zip(able, states, strict=True):
        called = row.get("from_down", name) if view.face_down(card) else name
        batch.append(event(v, "mark", called, rule, card=card.object, marks=marks))
    return [events_as(v, batch)]


def same_state(view: View, cards: Sequence[Card], states: Sequence[Mapping[str, object]]) -> bool:
    """Are the cards in their states already, where an article says that nothing happens then?"""
    return "same-state" in view.book.cites and all(
        card.mark(key) == value
        for card, marks in zip(cards, states, strict=True)
        for key, value in marks.items()
    )


def tell_same(view: View, v: Vars, what: object, cards: Sequence[Card]) -> None:
    """Tell of the first of some cards that it is so already; of one that everybody sees, where one is."""
    hung = looked_through(view, v, what, SEATS)
    card = next((one for one in cards if one.id not in hung), cards[0])
    rests = resting((card.id,)) if card.id in hung else {}
    view.note(trace.SAME_STATE, card=card.id, **rests)


def tell_unable(view: View, v: Vars, cards: Sequence[Card]) -> None:
    """Tell which cards cannot take a state, and on which readings that rests."""
    name = v["named"]
    row, hung = view.book.tables["mark_word"][name], looked_through(view, v, v.args[name], SEATS)
    for card in cards:
        rests = resting((card.id,)) if card.id in hung else {}
        view.note(trace.NOT_ABLE, unable(view, row, card, v), card=card.id, word=name, **rests)
        view.touch_row("mark_word", name)


def unable(view: View, row: Fields, card: Card, v: Vars) -> str:
    """The article by which a card cannot take a state:
    that of the first of the row's reasons that it fits.
    """
    reasons = row.get("unless", row["rule"])
    if isinstance(reasons, str):
        return reasons
    return str(next((one["rule"] for one in reasons if view.matches(card, one["where"], v)), row["rule"]))


def chosen_states(
    view: View, v: Vars, cards: Sequence[Card], row: Fields
) -> Ask | list[Mapping[str, object]]:
    """The marks that each card takes: those of the row, and where it has a player choose (`asks`) those that
    differ from its own.
    """
    found: list[Mapping[str, object]] = []
    for card in cards:
        chosen = chosen_state(v, card, row)
        if isinstance(chosen, Ask):
            return chosen
        found.append({**row.get("marks", {}), **row.get("adds", {}), **said_marks(view, v), **chosen})
    return found


def chosen_state(v: Vars, card: Card, row: Fields) -> Ask | dict[str, object]:
    """The marks that a player has chosen for a card, other than its own, or the next question."""
    marks: dict[str, object] = {}
    rule = str(row.get("asks_rule", ""))
    for mark, states in row.get("asks", {}).items():
        into = f"{mark} {card.id}"
        if into not in v.answers:
            others = [one for one in states if one != card.mark(mark)]
            return ask_mark(v["me"], mark, others, rule, into, card.id)
        marks[mark] = v.answers[into]
    return marks
