"""A message for each player of an event, to send back:
what arrived, what is wrong with it, how it was read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.decks.event import Entered, Event, Trouble
from judge.decks.event_owners import id_key
from judge.decks.report import Report
from judge.decks.speech import ENGLISH, Speech
from judge.render.decks import event_words, words
from judge.render.decks.layout import wrapped
from judge.render.decks.spoken import cited, event_spoken
from judge.text.folded_words import fold
from judge.text.visible import visible

_WIDTH = 78
_LONGEST = 60  # characters of a file's name
_KEPT = ("late", "untimed", "differs")  # what a player is told of what the organiser was; of others nothing


def messages(event: Event, title: str = "", speech: Speech = ENGLISH) -> dict[str, str]:
    """The text for each player, by the name of the file to write it to;
    no two names are alike, whatever the system.
    """
    texts: dict[str, str] = {}
    event = event_spoken(event, speech)
    for at in event.order:
        player = event.roster.players[at]
        stem = safe(player.name)
        names = (
            stem,
            f"{stem}-{id_key(player.id)[:_LONGEST]}" if player.id else "",
            f"{stem}-line-{player.line}",
        )
        name = next(f"{base}.txt" for base in names if base and f"{base}.txt" not in texts)
        texts[name] = message(event, at, title, speech)
    return texts


def safe(text: str) -> str:
    """A text as the name of a file: words of letters and digits, none that some system keeps for itself."""
    parts = "".join(char if char.isalnum() else " " for char in fold(text)).split()
    return f"player-{'-'.join(parts)[:_LONGEST]}".rstrip("-")


def message(event: Event, at: int, title: str = "", speech: Speech = ENGLISH) -> str:
    """What a player is told; the event is in the language already."""
    return "\n".join(rows(event, at, title, speech)).rstrip() + "\n"


def rows(event: Event, at: int, title: str, speech: Speech) -> Iterator[str]:
    """The lines of a message."""
    name = visible(event_words.title(event, title))
    yours = speech.say("message.title")
    yield speech.join("join.colon", (name, yours)) if name else yours[:1].upper() + yours[1:]
    yield ""
    yield visible(speech.told(event.roster.players[at].told, {}))
    decks = event_words.of_player(event, at)
    if len(decks) != 1:
        yield from ("", *wrapped(several(decks, speech) if decks else none(event, at, speech), _WIDTH))
    kept = (to_player(trouble, speech) for trouble in event.of_player.get(at, ()) if trouble.kind in _KEPT)
    for text in dict.fromkeys(kept):
        yield from ("", *wrapped(visible(text), _WIDTH))
    for deck in decks:
        yield ""
        yield from one_deck(deck, speech)


def to_player(trouble: Trouble, speech: Speech) -> str:
    """A trouble as the player is told of it."""
    details = speech.details(trouble.problem)
    return f"{speech.say(f'message.{trouble.kind}')}{f' ({details})' if details else ''}."


def none(event: Event, at: int, speech: Speech) -> str:
    """No deck is surely the player's: nothing arrived, or what may be another's too."""
    perhaps = [
        event.shown(deck)
        for trouble in event.of_player.get(at, ())
        if trouble.kind == "whose"
        for deck in trouble.decks
    ]
    if not perhaps:
        return missing(event, speech)
    return speech.say("message.whose", n=len(perhaps), files=visible(", ".join(perhaps)))


def missing(event: Event, speech: Speech) -> str:
    """The message that nothing has arrived."""
    until = event.about.deadline
    if until is None:
        return speech.say("message.missing")
    return speech.say("message.missing-by", at=visible(event_words.when(until, speech)))


def several(decks: Sequence[Entered], speech: Speech) -> str:
    """More than one arrived."""
    return speech.say("message.several", number=len(decks))


def one_deck(deck: Entered, speech: Speech) -> Iterator[str]:
    """What arrived, what is wrong with it, and how it was read."""
    report = deck.report
    file = report.file.rpartition("/")[2]
    yield from wrapped(visible(speech.join("join.colon", (file, verdict(report, speech)))), _WIDTH)
    yield from faults(report, speech)
    limits = words.not_checked(report, speech)
    if limits and deck.readable:
        yield from ("", *wrapped(speech.say("report.not-checked", what=limits), _WIDTH))
    if deck.readable:
        yield from ("", speech.say("message.read"))
        yield from listed(report, speech)


def faults(report: Report, speech: Speech) -> Iterator[str]:
    """The faults of a deck, errors first, each with its line."""
    for severity, word in words.severities(speech):
        flaws = report.of(severity)
        if flaws:
            yield from ("", speech.say("report.above", what=word))
        for flaw in flaws:
            _, what = words.parted(flaw._replace(line=0), report, speech, cited(flaw, report, speech))
            told = [words.lines((flaw.line,), speech), what]
            row = speech.join("join.colon", list(filter(None, told)))
            yield from wrapped(visible(row), _WIDTH, "- ", "  ")
            yield from (f"    {card}" for card in words.concerned(flaw, speech))


def verdict(report: Report, speech: Speech) -> str:
    """The verdict in words for the player."""
    errors = len(report.of("error"))
    if report.verdict == "unreadable":
        return speech.say("message.unreadable", n=errors)
    told = f"{words.counts(report, speech)}. {words.verdict(report, speech)}"
    return told if report.verdict == "legal" else f"{told} {speech.say('message.faults', n=errors)}"


def listed(report: Report, speech: Speech) -> Iterator[str]:
    """Every card of the deck, part by part."""
    for part in words.part_order(report):
        entries = [entry for entry in report.entries if entry.part == part]
        if entries:
            name = report.part_names.get(part, part) or speech.say("part.unknown")
            yield from ("", f"{name[:1].upper()}{name[1:]} ({sum(entry.count for entry in entries)})")
            yield from (visible(f"{entry.count:>3} {words.card(entry)}") for entry in entries)
