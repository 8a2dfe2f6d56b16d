"""Prints: cards as they are written become prints with faces, values and abilities.

What comes in has passed the door (`judge/grammar/cards.py`), so nothing is checked again here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from judge.engine import trace
from judge.engine.flow.pipeline import forbidden
from judge.engine.kernel.book import Amiss, Book, Face, Outcome, Print
from judge.engine.kernel.event import Event
from judge.engine.kernel.instructions import event, events_as
from judge.engine.kernel.state import EMPTY, TOKENS, Decision, Instruction, within
from judge.engine.kernel.view import Vars, View
from judge.engine.language.shared import words
from judge.engine.language.traits import names
from judge.engine.language.values import seats
from judge.engine.layout.zone_groups import grouped, groups_of
from judge.engine.words.abilities import Builder, token_key, tokens_in
from judge.engine.words.arrivals import arrival
from judge.engine.words.targets import bounded_times
from judge.text.plain import Fields, Json


# --- The word that makes tokens: cards that are in no deck.
def create_amiss(book: Book, data: Mapping[str, object]) -> Iterator[Amiss]:
    """Problems of a text that creates tokens: a token is not created in a state in which no token can be."""
    for mark, state in book.tables.get("token", {}).get("never", {}).items():
        if data.get(mark) == state:
            yield Amiss(mark, f"a token never has {mark} = {state!r}")


@words.word(
    "create",
    "card-name",
    {"n": "amount", "of": "seat", "to": "zone"},
    marks="all",
    stands=lambda tables: "token" in tables,
    amiss=create_amiss,
)
def create(view: View, v: Vars) -> Outcome:
    """Create tokens; several players get theirs one after the other."""
    seat, *others = seats(view, v.args.get("of", "me"), v.get("me", ""))
    if others:
        return [Instruction("create", {**v.args, "of": one}) for one in (seat, *others)]
    row = view.book.tables.get("token", {})
    zone = str(v.args.get("to", row.get("zone", "")))
    n = bounded_times(view.number(v.args.get("n", 1), v))
    tokens = sum(view.table.prints[card.print].token for card in view.game.cards.values())
    within(tokens + n, TOKENS, f"{tokens + n:,} tokens")
    marks = {key: v.args[key] for key in view.book.tables["mark"] if key in v.args}
    made = new_token(view, v, seat, zone, row)
    free = n if barred(view, made) else free_places(view, seat, zone, n)
    if free < n and none_of_several(view, v, row, n, zone):
        return None
    named = [f"{v['create']} {at + 1}" if n > 1 else str(v["create"]) for at in range(n)]
    asked = [] if barred(view, made) else named[:free]
    chosen = arrival(view, v, asked, zone, seat, row)
    if isinstance(chosen, Decision):
        return chosen
    view.cite("name", "token")
    states = [{**marks, **one} for one in chosen] + [marks] * (n - len(chosen))
    return [events_as(v, [{**made, "marks": state} if state else made for state in states])]


def new_token(view: View, v: Vars, seat: str, zone: str, row: Mapping[str, object]) -> Event:
    """The event that makes one token, under the name and the article that the book has for it."""
    view.touch_row("token", "name")
    rule, word = str(v.args.get("rule") or row.get("rule", "")), str(row.get("name", "create"))
    return event(v, "create", word, rule, print=v["create"], to=f"{seat}.{zone}")


def barred(view: View, made: Event) -> bool:
    """Does a text forbid the token to come? Nothing is chosen for a token that does not arrive."""
    return bool(view.table.watched_by["forbid"]) and forbidden(view, made) is not None


def free_places(view: View, seat: str, zone: str, n: int) -> int:
    """The number of tokens, out of n, for which a zone has room; all of them if no number limits the zone."""
    spec: Mapping[str, object] = view.book.zones.get(zone, EMPTY)
    if "limit" not in spec or "slots" in spec:
        return n
    return max(0, min(n, int(str(spec["limit"])) - view.count(seat, zone)))


def none_of_several(view: View, v: Vars, row: Mapping[str, object], n: int, zone: str) -> bool:
    """Are none made when there is too little room for all, where the book says so?"""
    if n < 2:
        return False
    view.touch_row("token", "whole")
    if row.get("whole"):
        rule, *usual = view.ruled("whole", str(view.book.zones[zone]["full"]), kind="token")
        view.note(trace.NOT_ALL_FIT, rule, token=v["create"], n=n, usual=tuple(usual))
    return bool(row.get("whole"))


def build_prints(
    book: Book, cards: Mapping[str, Mapping[str, object]], within: object = None
) -> dict[str, Print]:
    """The prints of every card that is written down, and of the rulebook's stock cards; if `within` is
    given, only of the stock cards that this data mentions.
    """
    prints = {}
    stock = {key: row for key, row in book.tables["stock"].items() if within is None or mentions(within, key)}
    groups = groups_of(book.tables)
    described = {token_key(told): {**told, "token": True} for told in tokens_in([*cards.values()])}
    for key, data in {**stock, **described, **cards}.items():
        prints[key] = build_print(book, key, grouped(data, groups) if groups else data)
    return prints


def mentions(data: object, word: str) -> bool:
    """Does a word occur anywhere in plain data?"""
    if isinstance(data, dict):
        return word in data or any(mentions(one, word) for one in data.values())
    return (
        any(mentions(one, word) for one in data)
        if isinstance(data, (list, tuple))
        else isinstance(data, str) and word in data
    )


def build_print(book: Book, key: str, data: Fields) -> Print:
    """One print. The first type of the rulebook is taken where none is written."""
    type_ = str(data.get("type", book.tables["types"][0]))
    faces = {"front": build_face(book, key, type_, data, "")}
    if "back" in data:
        faces["back"] = build_face(book, key, type_, data["back"], ".back")
    return Print(key, type_, faces, bool(data.get("token")))


def build_face(book: Book, key: str, type_: str, data: Mapping[str, object], suffix: str) -> Face:
    """One face of a card."""
    attrs = {attr: attribute(spec, data[attr]) for attr, spec in book.attributes.items() if attr in data}
    for attr, spec in book.attributes.items():
        if attr not in attrs and spec["key"]:
            attrs[attr] = (key,)
        if attr not in attrs and type_ in spec["absent_types"]:
            absent = {one: value for one, value in spec["absent"].items() if one not in data}
            attrs |= {one: attribute(book.attributes[one], value) for one, value in absent.items()}
    title = next(iter(names(attrs.get("name") or key)), key)
    builder = Builder(book, key + suffix, type_, place_of(book, data), title, listed_words(book, attrs))
    abilities = (*builder.abilities(data), *builder.inherent(attrs, data))
    for attr in book.of_abilities:
        printed = (word for ability in abilities for word in names(ability.data.get(attr, ())))
        attrs[attr] = tuple(dict.fromkeys((*attrs.get(attr, ()), *printed)))
    keywords = {ability.keyword: True for ability in abilities if ability.keyword}
    return Face(attrs, abilities, keywords)


def listed_words(book: Book, attrs: Mapping[str, object]) -> list[str]:
    """The printed words of a face, of the attributes for which the rulebook lists the possible words."""
    return [
        word for attr, value in attrs.items() if "words" in book.attributes[attr] for word in names(value)
    ]


def place_of(book: Book, data: Mapping[str, object]) -> Fields:
    """The keyword of a face that says where its other abilities work (`works_in`), and its article, if there
    is one.
    """
    specs = (book.keywords[book.keyword_names[key]] for key in data if key in book.keyword_names)
    return next((spec for spec in specs if "works_in" in spec), {})


def attribute(spec: Fields, value: Json) -> Json:
    """A printed value in the form that the engine reads: lists of words become tuples."""
    if spec["type"] == "words":
        return (value,) if isinstance(value, str) else tuple(value)
    if spec["type"] == "selectors":
        return (value,) if isinstance(value, Mapping) else tuple(value)
    return value
