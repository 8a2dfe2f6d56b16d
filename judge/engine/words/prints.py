"""Prints: cards as they are written become prints with faces, values and abilities.

What comes in has passed the door (`judge/grammar/cards.py`), so nothing is checked again here.
"""

from __future__ import annotations

from collections.abc import Mapping

from judge.engine.kernel.book import Book, Face, Print
from judge.engine.language.traits import names
from judge.engine.layout.zone_groups import grouped, groups_of
from judge.engine.words.abilities import Builder
from judge.text.plain import Fields, Json


def build_prints(
    book: Book, cards: Mapping[str, Mapping[str, object]], within: object = None
) -> dict[str, Print]:
    """The prints of every card that is written down, and of the rulebook's stock cards; if `within` is
    given, only of the stock cards that this data mentions.
    """
    prints = {}
    stock = {key: row for key, row in book.tables["stock"].items() if within is None or mentions(within, key)}
    groups = groups_of(book.tables)
    for key, data in {**stock, **cards}.items():
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
