"""Survey of a rulebook that passes its door: faults with which it can still be loaded, references in its
texts that lead nowhere, and readings that change nothing.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement
from typing import Final

from judge.errors import Problem, nearest
from judge.rulebook import versions
from judge.rulebook.act_names import untimed
from judge.rulebook.bindings import interrupt_row
from judge.rulebook.lint import Files, faults_of, placed, read_files, with_own
from judge.rulebook.lint.names import names_of
from judge.rulebook.lint.reach import code_of
from judge.rulebook.lint.unkept import check_kept, check_reach
from judge.rulebook.load import load_rulebook
from judge.tables.check import filled
from judge.tables.decks import DeckTables
from judge.tables.declarations import Telling
from judge.tables.hints import Path, noted
from judge.tables.references import Fault, Known
from judge.tables.rulebook import Tables
from judge.text.plain import Fields, Json, TomlValue
from judge.text.rows import NamedTuple

# --- Undecided order: reports replacements of one event where no article says who chooses among them,
# and rules that act at once twice.
OF_CARDS: Final = "choose-replacement"
OF_ACTS: Final = "choose-replacement-of-action"
SAYS: Final = {OF_CARDS: "that befalls a card", OF_ACTS: "that befalls no card"}
NO_CARD: Final = ("score", "shuffle", "create", "end-game")  # events of the engine that are about no card
NARROWS: Final = ("from", "to", "by", "because")  # details that set events of one name apart


class Replacing(NamedTuple):
    """Something that replaces events: its place, its name for people, and the events. What the rules give to
    cards (`inherent`) applies only where no card's text does.
    """

    path: Path
    what: str
    events: tuple[TomlValue, ...] = ()  # none: cards say which
    inherent: bool = False


def check_order(tables: Fields, names: Collection[str]) -> Iterator[Fault]:
    """Every place where the rulebook does not decide the order. `names` are those of events."""
    yield from repeated(tables)
    replacements = [*of_texts(tables), *of_keywords(tables), *of_rules(tables)]
    for article in (key for key in (OF_CARDS, OF_ACTS) if not tables["cites"].get(key)):
        pairs = combinations_with_replacement(replacements, 2)
        pair = next((both for both in pairs if meet(*both) and article in befall(*both, tables, names)), None)
        if pair is not None:
            message = f"{together(*pair)} may replace one event {SAYS[article]}: who says which comes first?"
            yield pair[1].path, message, {"expected": f'[cites] {article} = "…"'}


def repeated(tables: Fields) -> Iterator[Fault]:
    """Rules that act at once and are listed again: both would act after the same event."""
    seen: set[str] = set()
    for at, row in enumerate(map(interrupt_row, tables["interrupts"])):
        if row["use"] in seen:
            message = f"{row['use']} acts at once already: after one event it would twice"
            yield ("interrupts", at), message, {"found": row["rule"]}
        seen.add(row["use"])


def of_texts(tables: Fields) -> Iterator[Replacing]:
    """The abilities of cards, where the book has an article for those that replace."""
    kinds = [("kind_rules", entry) for entry in tables["kind_rules"] if entry.split()[-1] == "replace"]
    kinds += [("ability", name) for name, row in tables["ability"].items() if row["kind"] == "replace"]
    yield from (Replacing(kind, "an ability of a card") for kind in kinds[:1])


def of_keywords(tables: Fields) -> Iterator[Replacing]:
    """The keywords that replace."""
    for name, row in tables["keyword"].items():
        if "replace" in row:
            events = tuple(events_of(row["replace"]))
            yield Replacing(("keyword", name, "replace"), f"the keyword {name}", events, row["inherent"])


def of_rules(tables: Fields) -> Iterator[Replacing]:
    """The abilities that the rules give to cards."""
    for at, row in enumerate(tables["inherent"]):
        if "replace" in row:
            what = f"what the rules give to cards of the type {row['type']}"
            yield Replacing(("inherent", at, "replace"), what, tuple(events_of(row["replace"])), True)


def events_of(abilities: Json) -> Iterator[TomlValue]:
    """The patterns of the events that abilities replace."""
    for ability in abilities if isinstance(abilities, list) else [abilities]:
        on = ability.get("on", ())
        yield from on if isinstance(on, list) else [on]


def meet(replacing: Replacing, other: Replacing) -> bool:
    """Can both replace one event? Two copies of one that concerns its own card never meet."""
    if replacing.inherent != other.inherent:
        return False
    return replacing is not other or not replacing.events or any(not own(event) for event in replacing.events)


def own(event: TomlValue) -> bool:
    """Does the event happen to the card that names it?"""
    return isinstance(event, str) or "self" in event.values()


def befall(
    replacing: Replacing, other: Replacing, tables: Mapping[str, object], names: Collection[str]
) -> set[str]:
    """The article, of the two, that gives the order of both, by the events that they have in common."""
    if not replacing.events and not other.events:
        return {OF_CARDS, OF_ACTS}
    mine, theirs = replacing.events or other.events, other.events or replacing.events
    return {
        article
        for first in mine
        for second in theirs
        if overlap(first, second, names)
        for article in concerns(name_of(first, names), tables)
    }


def overlap(pairs: TomlValue, other: TomlValue, names: Collection[str]) -> bool:
    """Can one event fit both patterns?"""
    if name_of(pairs, names) != name_of(other, names):
        return False
    if isinstance(pairs, str) or isinstance(other, str):
        return True
    pattern = [(pairs[key], other[key]) for key in NARROWS if key in pairs and key in other]
    return all(
        not texts(mine) or not texts(theirs) or texts(mine) & texts(theirs) for mine, theirs in pattern
    )


def texts(value: Json) -> set[str]:
    """The words of a detail; none where it is no plain word, so that nothing can be concluded."""
    values = value if isinstance(value, list) else [value]
    return set(values) if all(isinstance(word, str) and word[:1] != "$" for word in values) else set()


def name_of(event: TomlValue, names: Collection[str]) -> str:
    """The name of an event in a pattern."""
    return event if isinstance(event, str) else next((key for key in event if key in names), "")


def concerns(name: str, tables: Fields) -> tuple[str, ...]:
    """The article by which replacements of an event are ordered; of an event that may be either, none for
    sure.
    """
    if name in NO_CARD or name in tables["score_word"] or name in tables["score"]:
        return (OF_ACTS,)
    signal: Mapping[str, object] | None = tables["signal"].get(name)
    if signal is not None:
        return (OF_CARDS,) if signal["card"] else (OF_ACTS,)
    about_cards = ("move", "mark", "turn", *tables["move"], *tables["mark_word"], *tables["mark_event"])
    return (OF_CARDS,) if name in about_cards else ()


def together(replacing: Replacing, other: Replacing) -> str:
    """Two replacements in words."""
    if replacing is other:
        return "abilities of two cards" if not replacing.events else f"{replacing.what} on two cards"
    return f"{replacing.what} and {other.what}"


# --- readings that change nothing, and such as get in each other's way ---------------------------------
APART: Final = ("reading", "deciding")  # tables that say nothing of how it is played
WHOLE: Final = ("replace", "remove")  # ways by which a row is another one altogether
GONE: Final = "nothing"


class Setting(NamedTuple):
    """The value that a possibility of a reading gives to a key, or to the whole row where no key is named."""

    reading: str
    path: Path
    target: tuple[str, str]
    key: str
    value: Json


def with_readings(tables: Fields, changes: Sequence[Fields], chosen: Fields, where: str) -> Fields:
    """The tables with changes made. Every reading that these leave open takes the `chosen` possibility,
    otherwise its usual one. Raises BadInput, for the file `where`, for changes that cannot be made together.
    """
    decided = versions.decided(changes)
    rows = {name: row for name, row in tables["reading"].items() if name not in decided}
    more = [
        made for name, row in rows.items() for made in row["value"][chosen.get(name, row["taken"])]["change"]
    ]
    return versions.apply(tables, [*changes, *more], where)


def check_idle(tables: Fields, where: str) -> Iterator[Fault]:
    """Possibilities under which the rulebook is the same as under another one."""
    for name, row in tables["reading"].items():
        made = {value: played(with_readings(tables, (), {name: value}, where)) for value in row["value"]}
        for first, other in combinations(made, 2):
            if made[first] == made[other]:
                message = f"{name}: by {other} the rulebook is the same as by {first}"
                yield (
                    ("reading", name, "value", other),
                    message,
                    {"expected": "a change that tells them apart"},
                )


def played(tables: Mapping[str, object]) -> Fields:
    """The tables by which games are played."""
    return {key: table for key, table in tables.items() if key not in APART}


def check_conflicts(tables: Mapping[str, object]) -> Iterator[Fault]:
    """Readings that give different values to one key, so that the last one made would win."""
    values = list(settings(tables))
    told: set[tuple[str, str]] = set()
    for setting, other in combinations(values, 2):
        pair = (setting.reading, other.reading)
        if setting.reading != other.reading and pair not in told and differ(setting, other):
            told.add(pair)
            what = ".".join(filter(None, (*setting.target, setting.key or other.key)))
            message = f"{setting.reading} and {other.reading} both set {what}, to one thing and to another"
            details = {"found": f"{shown(setting.value)} and {shown(other.value)}"}
            yield other.path, message, details


def settings(tables: Fields) -> Iterator[Setting]:
    """Every value that possibilities of readings give to something."""
    for name, row in tables["reading"].items():
        for value, possible in row["value"].items():
            for at, change in enumerate(possible["change"]):
                path = ("reading", name, "value", value, "change", at)
                kind = next(key for key in change if key in versions.CHANGES)
                target = (kind, str(change[kind]))
                yield from (Setting(name, path, target, *pair) for pair in made_by(change))


def made_by(change: Fields) -> Iterator[tuple[str, Json]]:
    """The keys and values of one change; rows that it adds conflict with nothing."""
    yield from change.get("set", {}).items()
    yield from ((key, GONE) for key in change.get("unset", ()))
    yield from (("", change[word]) for word in (*WHOLE, "value") if word in change)


def differ(setting: Setting, other: Setting) -> bool:
    """Does one give another value to the same key?"""
    if setting.target != other.target or setting.value == other.value:
        return False
    return setting.key == other.key or "" in (setting.key, other.key)


def shown(value: object) -> str:
    """A value as TOML has it, as far as it is plain."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{value}"' if isinstance(value, str) and value != GONE else str(value)


# --- articles that texts for people send a reader to: they are there -----------------------------------
# What may be an article: parts of letters and digits, with a mark between each two, and nothing of the kind
# before or behind it (an address, a sum, a path).
_TOKEN: Final = re.compile(
    r"(?<![\w.\-/:@$€£])[A-Za-z0-9]+(?:[.-][A-Za-z0-9]+)+(?![\w/@%€])(?!-\w)", re.ASCII
)
_MARK: Final = re.compile(r"[.-]")
_QUOTED: Final = re.compile(r'"[^"]*"|“[^”]*”|«[^»]*»')
# A number of two parts is often none of an article (a share, a score, a version) but where something says so:
# a word for articles, a bracket, or another article before it.
_SENT: Final = re.compile(r"(?:\b(?:see|articles?|rules?|sections?)\s+|[§(]\s*)$", re.IGNORECASE)
_NEXT: Final = re.compile(r"([\w.-]+\w)(?:,| and| or| to|, and|, or)\s+$")
# A sentence that tells how the book was once speaks of numbers that are gone.
_GONE: Final = re.compile(r"\b(?:old|former|formerly|removed|deleted|renumbered)\b", re.IGNORECASE)
_FILES: Final = ("toml", "py", "md", "txt", "json", "csv")
NEAR: Final = 60  # characters before a number that may say what it is
_SURE: Final = 0.85  # so alike must a name be that begins as none does, to be a slip of the pen


class Form(NamedTuple):
    """The form of a book's article numbers and names."""

    ids: frozenset[str]
    sections: frozenset[str]  # what they begin with, part by part
    joints: frozenset[str]  # the marks between the parts of a number
    digits: int  # of a part of a number, at most

    def is_number(self, token: str) -> bool:
        """Does a token have the form of the book's numbers? Dates and sums do not: a part is too long, or
        begins with 0.
        """
        parts = _MARK.split(token)
        return (
            set(_MARK.findall(token)) <= self.joints
            and all(part.isdigit() and (part == "0" or part[0] != "0") for part in parts)
            and all(len(part) <= self.digits for part in parts)
        )

    def is_name(self, token: str) -> bool:
        """Does a token have the form of the book's names: does it begin like one, or is it nearly one?"""
        head, _, rest = token.partition(".")
        if not rest or not head[0].isalpha() or token.rpartition(".")[2] in _FILES:
            return False
        return head in self.sections or bool(nearest(token, self.ids, _SURE))

    def is_there(self, token: str) -> bool:
        """Is there such an article, or a section that begins so?"""
        return token in self.ids or token in self.sections


def form_of(ids: Collection[str]) -> Form:
    """The form of a book's articles."""
    numbers = [id_ for id_ in ids if id_[:1].isdigit()]
    sections = {id_[: mark.start()] for id_ in ids for mark in _MARK.finditer(id_)}
    joints = {mark for number in numbers for mark in _MARK.findall(number)}
    parts = (part for number in numbers for part in _MARK.split(number))
    digits = max((len(part) for part in parts if part.isdigit()), default=0)
    return Form(frozenset(ids), frozenset(sections), frozenset(joints), digits)


def missing(text: str, form: Form) -> Iterator[str]:
    """The articles to which a text refers and that do not exist, each once."""
    unquoted = _QUOTED.sub(lambda quote: " " * len(quote[0]), text)
    matches = (match for match in _TOKEN.finditer(unquoted) if not form.is_there(match[0]))
    yield from dict.fromkeys(token[0] for token in matches if is_mention(unquoted, token, form))


def is_mention(text: str, token: re.Match[str], form: Form) -> bool:
    """Does a text use this token to mean an article?"""
    if _GONE.search(sentence(text, token)):
        return False
    if form.is_name(token[0]):
        return True
    return form.is_number(token[0]) and (
        len(_MARK.findall(token[0])) > 1 or is_sent(text[: token.start()], form)
    )


def is_sent(before: str, form: Form) -> bool:
    """Do the words before a number say that it is the number of an article?"""
    near = before[-NEAR:]
    last = _NEXT.search(near)
    return bool(_SENT.search(near)) or (last is not None and form.is_there(last[1]))


def sentence(text: str, token: re.Match[str]) -> str:
    """The sentence in which something stands."""
    begin = text.rfind(". ", 0, token.start()) + 1
    end = text.find(". ", token.end())
    return text[begin : end if end >= 0 else len(text)]


def check_mentions(form: object, tables: object, articles: Form) -> Iterator[Fault]:
    """Every article to which a text of these tables refers and that does not exist."""
    for path, value, note in noted(form, tables):
        if isinstance(note, Telling) and isinstance(value, str):
            for mention in missing(value, articles):
                details = {"found": mention, "hint": nearest(mention, articles.ids)}
                yield path, f"the text sends its reader to {mention}, which is no article", details


LEADS = ("procedure", "window", "action", "step")  # changes by which a game comes to something else


class Survey(NamedTuple):
    """Every fault of a rulebook, and notes about what may be intended."""

    faults: list[Problem]
    notes: list[Problem]


def survey(folder: str, laid_over: Sequence[str] = (), modules: Sequence[str] = ()) -> Survey:
    """Everything that can be told of a rulebook without playing by it; only what keeps it from being loaded,
    where something does. `modules` are the Python modules that it may bring. Raises BadInput where readings
    and a version remove each other's targets.
    """
    problems: list[Problem] = []
    files = read_files(folder, laid_over, problems)
    problems = problems or faults_of(files, modules)
    if problems:
        return Survey(problems, [])
    known = names_of(files.sheets, files.beside, problems, modules)
    faults = list(of_mentions(files, known))
    tables: Fields = filled(Tables, files.sheets.tables)
    if not tables["playable"]:
        return Survey(faults, [])
    book = load_rulebook(folder, "", (), tuple(laid_over), tuple(modules))
    faults += (files.sheets.problem(*fault) for fault in of_play(tables, files, known, book.gives))
    place = ("timing",) if "timing" in files.sheets.tables else ("id",)
    for act in untimed(book):
        message, expected = (
            f"nothing says when the act {act} may be done",
            f'{act} = ["ARTICLE"] under [timing]',
        )
        faults.append(files.sheets.problem(place, message, {"expected": expected}))
    deck = next((source.data for source, form in files.beside if form is DeckTables), {})
    notes = [*check_idle({**tables, "deck": deck}, folder), *check_conflicts(tables)]
    return Survey(faults, [files.sheets.problem(*note)._replace(severity="note") for note in notes])


def of_mentions(files: Files, known: Known) -> Iterator[Problem]:
    """Texts that refer to articles that do not exist."""
    ids = {*known["article"]}
    for source, _ in files.overlays:
        ids.update(with_own(source, known)["article"])
    articles = form_of(ids)
    yield from (
        files.sheets.problem(*mention) for mention in check_mentions(Tables, files.sheets.tables, articles)
    )
    for source, form in (*files.beside, *files.overlays):
        yield from placed(source, check_mentions(form, source.data, articles))


def of_play(tables: Fields, files: Files, known: Known, gives: Collection[str]) -> Iterator[Fault]:
    """The notes on what is never reached, what no rule enforces, and what has no order."""
    jumps: Json = known["jumps of a step"]
    code, played = code_of(tables["module"], jumps), list(variants(tables, files))
    yield from check_reach(tables, played, code)
    yield from check_kept(tables, played, code, gives)
    yield from check_order(tables, known["event"])


def variants(tables: Fields, files: Files) -> Iterator[Fields]:
    """The tables as they are played: under every reading that leads elsewhere, and in every version."""
    folder = files.sheets.folder
    yield with_readings(tables, (), {}, folder)
    for name, row in tables["reading"].items():
        for value, possible in row["value"].items():
            if value != row["taken"] and leads(possible["change"]):
                yield with_readings(tables, (), {name: value}, folder)
    for source, _ in files.overlays:
        yield with_readings(tables, source.data.get("change", ()), {}, source.file)


def leads(changes: Sequence[Mapping[str, object]]) -> bool:
    """May a game lead elsewhere by these changes?"""
    return any(kind in change for change in changes for kind in LEADS)
