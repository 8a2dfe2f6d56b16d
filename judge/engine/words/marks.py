"""Words for marks, faces and counters: the card stays where it is and its state changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from judge.engine import trace
from judge.engine.flow.feasibility import claim, unchosen
from judge.engine.kernel.book import Amiss, Book, Outcome
from judge.engine.kernel.instructions import event, events_as
from judge.engine.kernel.state import Card, Condition, Decision, Instruction, Ref
from judge.engine.kernel.view import Vars, View
from judge.engine.language.shared import words
from judge.engine.language.traits import counters, trait
from judge.engine.layout.face_down import losing
from judge.engine.words.arrivals import ask_mark, said_marks
from judge.engine.words.targets import affected, tell_nothing
from judge.text.plain import Fields, Scope, TomlValue


# Counters on cards: placed, as many as a card can hold, and taken away, from one card or from several.
@words.word("place", "amount", {"counter": "counter-name", "on": "cards", "most": "amount"}, ("counter",))
def place(view: View, v: Vars) -> Outcome:
    """Put counters of a name on cards, no more than `most` on one."""
    return count_on(view, v, view.number(v["place"], v), "place")


def can_remove_counters(view: View, args: Fields, ctx: Scope, needs: dict[str, int]) -> Condition:
    """Enough counters of the name lie on each card, or among several together."""
    on, counter = args.get("from") or args.get("on", "self"), args["counter"]
    lying = [counters(card, counter) for card in view.cards(on, ctx)]
    have = sum(lying) if "from" in args else min(lying, default=0)
    need = claim(needs, f"counters:{counter}:{on}", view.number(args["remove-counters"], ctx))
    return Condition("", have >= need, "cost.counters", {"need": need, "have": have, "counter": counter})


def from_amiss(book: Book, data: Mapping[str, object]) -> Iterator[Amiss]:
    """Problems of a text that removes counters: it names each of some cards, or several cards together."""
    if {"on", "from"} <= data.keys():
        yield Amiss("on", "on says nothing beside from")


def taken_from(view: View, v: Vars, n: int) -> Outcome:
    """The counters that a player takes one by one from cards of choice; they are taken away together."""
    word, rule = v["counter"], str(v.args.get("rule") or view.book.cites.get("counters-used", ""))
    cards = [card for card in view.cards(v["from"], v) if counters(card, word)]
    taken: Counter[Ref] = Counter()
    for at in range(min(n, sum(counters(card, word) for card in cards))):
        pool = [card for card in cards if counters(card, word) > taken[card.object]]
        chosen = view.pick(v, f"counter {at}", v["me"], pool, 1, 1, rule, "ask.counter")
        if isinstance(chosen, Decision):
            return chosen
        taken.update(chosen)
    batch = []
    for card in (bearer for bearer in cards if taken[bearer.object]):
        k = taken[card.object]
        more = {"marks": {f"counter:{word}": counters(card, word) - k}, "n": k, "counter": word}
        batch.append(event(v, "mark", "unplace", rule, card=card.object, **more))
    return [events_as(v, batch)]


@words.word(
    "remove-counters",
    "amount",
    {"counter": "counter-name", "on": "cards", "from": "cards"},
    ("counter",),
    possible=can_remove_counters,
    amiss=from_amiss,
)
def remove_counters(view: View, v: Vars) -> Outcome:
    """Take counters of a name off cards, as many as are there; `from` takes a number of them off several
    cards together, each from the card that the player chooses.
    """
    n = -view.number(v["remove-counters"], v)
    if "from" in v.args:
        return taken_from(view, v, -n)
    return count_on(view, v, n, "unplace")


def count_on(view: View, v: Vars, n: int, name: str) -> Outcome:
    """The events by which cards come to hold so many counters more, or fewer."""
    word = f"counter:{v['counter']}"
    usual = view.book.cites.get("counters-used" if name == "unplace" else "counters", "")
    rule = str(v.args.get("rule") or usual)
    cap = view.number(v["most"], v) if "most" in v else None
    batch, unseen, on = [], "", v.args.get("on", "self")
    for card in (view.card(ref) for ref in affected(view, v, view.refs(on, v))):
        unseen = unseen or none_on(view, card)
        have = int(card.mark(word) or 0) if card is not None else 0
        most = [bound for bound in (cap, held_by(view, card, v["counter"])) if bound is not None]
        left = counters_left(have, n, min(most, default=None))
        if card is not None and left != have and not view.face_down(card):
            more = {"marks": {word: left}, "n": abs(left - have), "counter": v["counter"]}
            batch.append(event(v, "mark", name, rule, card=card.object, **more))
    if not batch:
        view.note(trace.NOTHING, unseen or rule, verb=name)
    return [events_as(v, batch)]


def none_on(view: View, card: Card | None) -> str:
    """The article by which a face-down card has no counters; none for a face-up one."""
    if card is None or not view.face_down(card):
        return ""
    return next(losing(view.book, card), "")


def held_by(view: View, card: Card | None, counter: str) -> int | None:
    """How many counters of a name a card can hold, where its text says so."""
    attr = next(iter(view.book.holding), "") if card is not None else ""
    capacity: int | None = (view.value(card, attr) or {}).get(counter) if card is not None and attr else None
    return capacity


@trait("room", "text", stands=lambda tables: any(row.get("counters") for row in tables["attribute"].values()))
def test_room(view: View, card: Card, want: TomlValue, ctx: Scope, seen: Scope | None) -> bool:
    """That can hold another counter of a name, according to its text."""
    return counters(card, want) < (held_by(view, card, want) or 0) and not view.face_down(card)


def counters_left(have: int, n: int, most: int | None) -> int:
    """How many counters of a name a card has after n are put on it or taken away."""
    return max(0, have + n if most is None else min(have + n, max(have, most)))


def can_mark(
    view: View, args: Mapping[str, object], ctx: Mapping[str, object], needs: dict[str, int]
) -> Condition:
    """Every card named is there and not yet in the state asked for."""
    if unchosen(view, args["mark"], ctx):
        return Condition("", True, "cost.mark")
    cards = view.cards(args["mark"], ctx)
    wanted = {key: args[key] for key in view.book.tables["mark"] if key in args}
    ok = bool(cards) and all(markable(view, card, wanted) for card in cards)
    rule = str(view.book.cites.get("same-state", "")) if cards else ""  # of a card that is gone nothing else
    return Condition(rule, ok, "cost.mark", {**wanted, "cards": [card.id for card in cards]})


def markable(view: View, card: Card, wanted: Mapping[str, object]) -> bool:
    """Does a card lie where cards have states, without being in the wanted one?"""
    if card.on or not view.book.zones[card.place].get("arrive"):
        return False
    return any(card.mark(key) != value for key, value in wanted.items())


def mark_amiss(book: Book, data: Mapping[str, object]) -> Iterator[Amiss]:
    """An instruction `mark` has to say which state."""
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
        return [Instruction("named-mark", {**v.args, "named": word, word: v["mark"]})]
    if cards and all(card.mark(key) == value for card in cards for key, value in marks.items()):
        tell_same(view, cards)
        return None
    if not cards:
        tell_nothing(view, v, v["mark"], "mark")
    rule = v.args.get("rule", "")
    return [events_as(v, [event(v, "mark", "mark", rule, card=ref, marks=marks) for ref in refs])]


def word_for(view: View, marks: Mapping[str, object]) -> str:
    """The rulebook's word for a state, if every change into it counts as that; ``""`` if there is none."""
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


def can_be(
    view: View, args: Mapping[str, object], ctx: Mapping[str, object], needs: dict[str, int]
) -> Condition:
    """Checks that every named card can take the state that the rulebook has a word for. As a cost this may
    require more, if the rulebook says so.
    """
    word = str(args["named"])
    if unchosen(view, args[word], ctx):
        return Condition("", True, "cost.mark")
    cards, row = view.cards(args[word], ctx), view.book.tables["mark_word"][word]
    paid = row.get("paid") if ctx.get("because") == "cost" else None
    rule, fits, say = (row["rule"], row["only"], "cost.mark")
    if paid:
        rule, fits, say = (paid["rule"], paid["where"], "cost.state")
    ok = bool(cards) and all(view.matches(card, fits, ctx) for card in cards)
    return Condition(str(rule), ok, say, {"cards": [card.id for card in cards]})


@words.verb("named-mark", inner=True, possible=can_be)
def named_mark(view: View, v: Vars) -> Outcome:
    """Changes cards to a state that the rulebook has a word for, such as face-down; only the cards that can
    take it.
    """
    name = v["named"]
    row = view.book.tables["mark_word"][name]
    refs = affected(view, v, view.refs(v.args[name], v))
    cards = [card for card in (view.card(ref) for ref in refs) if card is not None]
    able = [card for card in cards if view.matches(card, row["only"], v)]
    if not v.answers:
        tell_unable(view, v, [card for card in cards if card not in able])
    if not cards:
        tell_nothing(view, v, v.args[name], name)
    rule = str(v.args.get("rule") or row["rule"])
    states = chosen_states(view, v, able, row)
    if isinstance(states, Decision):
        return states
    if able and same_state(view, able, states):
        tell_same(view, able)
        return None
    batch = []
    for card, marks in zip(able, states, strict=True):
        called = row.get("from_down", name) if view.face_down(card) else name
        batch.append(event(v, "mark", called, rule, card=card.object, marks=marks))
    return [events_as(v, batch)]


def same_state(view: View, cards: Sequence[Card], states: Sequence[Mapping[str, object]]) -> bool:
    """Are the cards already in these states, where an article says that nothing happens then?"""
    return "same-state" in view.book.cites and all(
        card.mark(key) == value
        for card, marks in zip(cards, states, strict=True)
        for key, value in marks.items()
    )


def tell_same(view: View, cards: Sequence[Card]) -> None:
    """Tells that the first of some cards is already in this state."""
    view.note(trace.SAME_STATE, card=cards[0].id)


def tell_unable(view: View, v: Vars, cards: Sequence[Card]) -> None:
    """Tells which cards cannot take a state, and on which readings that depends."""
    name = v["named"]
    row = view.book.tables["mark_word"][name]
    for card in cards:
        view.note(trace.NOT_ABLE, unable(view, row, card, v), card=card.id, word=name)
        view.touch_row("mark_word", name)


def unable(view: View, row: Fields, card: Card, v: Vars) -> str:
    """The article by which a card cannot take a state: that of the row's first reason that fits the card."""
    reasons = row.get("unless", row["rule"])
    if isinstance(reasons, str):
        return reasons
    return str(
        next((reason["rule"] for reason in reasons if view.matches(card, reason["where"], v)), row["rule"])
    )


def chosen_states(
    view: View, v: Vars, cards: Sequence[Card], row: Fields
) -> Decision | list[Mapping[str, object]]:
    """The marks that each card takes: those of the row, or where a player chooses (`asks`) states other than
    its present ones; or the next decision.
    """
    states: list[Mapping[str, object]] = []
    for card in cards:
        chosen = chosen_state(v, card, row)
        if isinstance(chosen, Decision):
            return chosen
        states.append({**row.get("marks", {}), **row.get("adds", {}), **said_marks(view, v), **chosen})
    return states


def chosen_state(v: Vars, card: Card, row: Fields) -> Decision | dict[str, object]:
    """The marks that a player has chosen for a card, other than its present ones, or the next decision."""
    marks: dict[str, object] = {}
    rule = str(row.get("asks_rule", ""))
    for mark, states in row.get("asks", {}).items():
        into = f"{mark} {card.id}"
        if into not in v.answers:
            others = [state for state in states if state != card.mark(mark)]
            return ask_mark(v["me"], mark, others, rule, into, card.id)
        marks[mark] = v.answers[into]
    return marks
