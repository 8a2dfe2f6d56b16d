"""A message for each player of an event, to send back:
what arrived, what is wrong with it, how it was read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.decks.event import Entered, Event, Trouble
from judge.decks.event_names import id_key
from judge.decks.report import Report, number
from judge.render.decks import event_words, words
from judge.render.decks.layout import wrapped
from judge.text.folded_words import fold
from judge.text.visible import visible

_WIDTH = 78
_LONGEST = 60  # characters of a file's name
_KEPT = {  # what a player is told of what the organiser was; of other players nothing
    "late": "Your deck list arrived after the deadline",
    "untimed": "It is not known when your deck list arrived",
    "differs": "Your deck list has another name or number on it than the roster",
}


def messages(event: Event, title: str = "") -> dict[str, str]:
    """The text for each player, by the name of the file to write it to;
    no two names are alike, whatever the system.
    """
    found: dict[str, str] = {}
    for at in event.order:
        one = event.roster.players[at]
        stem = safe(one.name)
        names = (stem, f"{stem}-{id_key(one.id)[:_LONGEST]}" if one.id else "", f"{stem}-line-{one.line}")
        name = next(f"{said}.txt" for said in names if said and f"{said}.txt" not in found)
        found[name] = message(event, at, title)
    return found


def safe(text: str) -> str:
    """A text as the name of a file: words of letters and digits, none that some system keeps for itself."""
    parts = "".join(char if char.isalnum() else " " for char in fold(text)).split()
    return f"player-{'-'.join(parts)[:_LONGEST]}".rstrip("-")


def message(event: Event, at: int, title: str = "") -> str:
    """What a player is told."""
    return "\n".join(rows(event, at, title)).rstrip() + "\n"


def rows(event: Event, at: int, title: str) -> Iterator[str]:
    """The lines of a message."""
    name = visible(event_words.title(event, title))
    yield f"{name}: your deck list" if name else "Your deck list"
    yield ""
    yield visible(event.roster.players[at].told)
    decks = event_words.of_player(event, at)
    if len(decks) != 1:
        yield from ("", *wrapped(several(decks) if decks else missing(event), _WIDTH))
    for trouble in event.troubles:
        if at in trouble.players and trouble.kind in _KEPT:
            yield from ("", *wrapped(visible(to_player(trouble)), _WIDTH))
    for deck in decks:
        yield ""
        yield from one_deck(deck)


def to_player(trouble: Trouble) -> str:
    """Something to be seen to, as the player is told of it."""
    details = trouble.problem._replace(file="", line=0, message="").text().strip()
    return f"{_KEPT[trouble.kind]}{f' {details}' if details else ''}."


def missing(event: Event) -> str:
    """Nothing arrived."""
    until = f" Decks were to be handed in by {event.about.deadline.said}." if event.about.deadline else ""
    return f"No deck list of yours has arrived.{visible(until)} Please hand one in, or say where it is."


def several(decks: Sequence[Entered]) -> str:
    """More than one arrived."""
    return f"{len(decks)} deck lists of yours have arrived, and only one can count. Please say which."


def one_deck(deck: Entered) -> Iterator[str]:
    """What arrived, what is wrong with it, and how it was read."""
    report = deck.report
    file = report.file.rpartition("/")[2]
    yield from wrapped(visible(f"{file}: {verdict(report)}"), _WIDTH)
    yield from faults(report)
    said = words.not_checked(report)
    if said and deck.readable:
        yield from ("", *wrapped(f"Not checked: {said}", _WIDTH))
    if deck.readable:
        yield from ("", "This is how it was read. Please say so if it is not your deck.")
        yield from listed(report)


def faults(report: Report) -> Iterator[str]:
    """What is wrong with a deck, errors first, each with its line."""
    for severity, word in words.SEVERITIES.items():
        found = report.of(severity)
        if found:
            yield from ("", f"{word}:")
        for one in found:
            place = f"line {one.line}: " if one.line else ""
            yield from wrapped(visible(f"{place}{words.details(one, report)}"), _WIDTH, "- ", "  ")
            yield from (f"    {said}" for said in words.concerned(one))


def verdict(report: Report) -> str:
    """The verdict in words for the player."""
    errors, again = number(len(report.of("error")), "fault"), "put it right and send it again."
    if report.verdict == "unreadable":
        return f"it could not be read as a whole ({errors}), and does not count yet. Please {again}"
    told = f"{words.counts(report)}. {words.verdict(report)}"
    return told if report.verdict == "legal" else f"{told} {errors[:1].upper()}{errors[1:]}: please {again}"


def listed(report: Report) -> Iterator[str]:
    """Every card of the deck, part by part."""
    order = [*report.part_names, *sorted({one.part for one in report.entries} - set(report.part_names))]
    for part in order:
        found = [one for one in report.entries if one.part == part]
        if found:
            name = report.part_names.get(part, part) or "No part known"
            yield from ("", f"{name[:1].upper()}{name[1:]} ({sum(one.count for one in found)})")
            yield from (visible(f"{one.count:>3} {words.card(one)}") for one in found)
