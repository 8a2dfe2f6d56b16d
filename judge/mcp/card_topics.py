"""Topics on what cards say: keywords, kinds of abilities, keys, players, `$x` names, acts and choices; and
any word of these by its name.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from typing import Final

from judge.engine.kernel.book import Book, Word
from judge.engine.kernel.state import EMPTY
from judge.engine.language.conditions import FORMS
from judge.engine.language.figures import FIGURES
from judge.engine.language.traits import TRAITS
from judge.engine.words.ability_kinds import KINDS
from judge.engine.words.book_words import COMMON
from judge.fixture.acts import most_of
from judge.grammar.cards import CardChecker
from judge.grammar.kinds import KINDS as VALUES
from judge.grammar.tables import SEATS
from judge.mcp import game_topics, samples
from judge.mcp.game_topics import as_event, does
from judge.rulebook.act_names import acts_of, offers_of, spoken
from judge.rulebook.articles import load_articles
from judge.speech.catalogue import phrases
from judge.text.plain import Fields
from judge.text.source import Source

PLAYERS: Final[Mapping[str, str]] = {
    "me": "whose card or ability it is", "opponent": "the other player", "any": "both, each card of either",
    "each": "both, one after the other", "active": "whose turn it is", "non-active": "the other one",
    "A": "this player by name", "B": "this player by name",
}  # fmt: skip
SEATED: Final = """Players (`of`, `by`, the subject of an event, `turn`):
{players}

`of` unsaid is `me`. `of` of an instruction says whose cards are meant, `by` of an event who did it. Where an
event befalls a player and no card (a draw is of a card), its subject is a player: {{ turn-end = "me" }}.
Cards are `"self"` (the card itself), `"it"` (the card of the event, or of the act that is answered), a
selector, `"$t"`, or a list of these. On a board and in a script a player is A or B, the other player's card
`B.k1`.

{examples}"""
NAMED: Final = """A name keeps what an instruction chose or did, and `$name` reads it later in the same
ability: `{{ choose = "t", from = selector }}` and behind it `{{ discard = "$t" }}`. Only what a name was
given to can be read; a name of one's own is letters, digits, - and _.

These give a name: {gives}; every other instruction that does something by `as = "name"`.
`if = "name"` beside an instruction: only where something was kept under the name.
Names that are there by themselves: `self` the card, `it` the card of the event or of the act that is
answered, `foe` the card that this one fights, `$below` the act just below in a pile of answers, `$link` what
is answered, `event.n` how many.

{examples}"""
CHOSEN: Final = """Choices that are asked for, each with its line (`options` has them ready):

choose (of one or several)   A: choose k1            A: choose k1 k2         A: choose none
pay (which cards pay)        A: choose e1 e2, or     A: pay red blue         where several may pay
order (of several things)    A: order k2 k1          the first is done first, or lies on top
a number                     A: number 3
yes or no                    A: yes                  A: no                   A: yes k1 (the card that asks)
who replaces first           A: apply k1             A: decline
chance (coin, die, who begins)  chance: heads        chance: first A
doing nothing                A: pass, or the word of the window (`options` has it)
letting a chance go by that nobody asks about        A: wait

`asked.choose` of `options` says how many are chosen. A choice is one line: `A: choose k1 k2`, not two. Where
only one choice is there it is made by itself and needs no line; a line for it is refused. To ask whether
something may be chosen: `may` with `choose k1`."""


def title(book: Book, article: str) -> str:
    """What an article is called; "" where there is none of that number."""
    row = load_articles(book.folder).get(article)
    return row.title if row is not None else ""


def keywords(book: Book) -> str:
    """The keywords, where each stands and with what under it."""
    if not book.keywords:
        return (
            "This game has no keywords: what a card can do is written as abilities (topic kinds), with their"
            " keys (topic keys) and what they do (topic instructions).\n"
        )
    on_cards = [name for name, spec in book.keywords.items() if "attached" not in spec]
    on_abilities = [name for name, spec in book.keywords.items() if "attached" in spec]
    rows = ["Keywords on a card, beside its values, in any of these names:"]
    rows += [keyword_line(book, name) for name in on_cards]
    if on_abilities:
        rows += ["", "Keywords on an ability of a card, never on the card itself:"]
        rows += [keyword_line(book, name) for name in on_abilities]
    return "\n".join(rows) + "\n\nAn example of each: ask for it by its name.\n"


def keyword_line(book: Book, name: str) -> str:
    """A keyword with its other names and its parameters."""
    spec = book.keywords[name]
    also, types = ", ".join(spec.get("also", ())), " or ".join(spec.get("types", ()))
    optional = spec.get("defaults", {})
    params = (
        f"{key} ({kind}{', may be left out' if key in optional else ''})"
        for key, kind in spec.get("params", {}).items()
    )
    more = (f"; on {types} cards" if types else "") + ("; beside back = {…}" if spec.get("turns") else "")
    return f"{name}{f' = {also}' if also else ''}: {', '.join(params) or 'true'}{more}"


def kinds(book: Book) -> str:
    """The kinds of abilities with an example each, the game's own names first."""
    rows = ["An ability stands beside a card's values under its kind: a table, or a list of several.\n"]
    for name, card in kinds_of(book).items():
        rows.append(f"{kind_line(book, name)}\n  {samples.example('c', card)}")
    return "\n".join(rows) + "\n\nIts keys: topic keys. What it does: topic instructions.\n"


@functools.lru_cache(maxsize=8)
def kinds_of(book: Book) -> Mapping[str, Mapping[str, object]]:
    """The kinds of abilities that the game has, each with an example: its own names first."""
    every = (*book.kinds, *(kind for kind in KINDS if kind not in book.kinds))
    return {name: card for name in every if (card := samples.ability(book, name)) is not None}


def kind_line(book: Book, name: str) -> str:
    """A kind of ability: what it is, what it needs, on which cards."""
    preset = book.kinds.get(name, EMPTY)
    kind = str(preset.get("kind", name))
    called = title(book, str(preset.get("rule", "")))
    needs = ", ".join(need for need in KINDS[kind].needs if need not in preset)
    types = " or ".join(preset.get("types", ()))
    says = KINDS[kind].says
    return f"{name}{f' ({called})' if called else ''}: {says}{f' Needs {needs}.' if needs else ''}" + (
        f" On {types} cards." if types else ""
    )


def keys(book: Book) -> str:
    """The keys of abilities, with the value of each and the kinds that take it."""
    known = ability_keys(book)
    most = max(len(taking) for _, taking in known.values())
    rows = []
    for key, (how, taking) in sorted(known.items()):
        where = "" if len(taking) > most - 2 else f" ({', '.join(taking)})"
        rows.append(f"{key}: {says(how)}{where}")
    head = "Keys of abilities; in brackets the kinds that take a key, where not nearly all do:\n"
    return head + "\n".join(rows) + "\n"


def ability_keys(book: Book) -> dict[str, tuple[str, list[str]]]:
    """For each key of abilities: the kind of its value, and the kinds of abilities that take it."""
    checker = CardChecker(book, Source("", "", {}), {})
    takers: dict[str, tuple[str, list[str]]] = {}
    named = {row["kind"] for row in book.kinds.values()}
    for name in (kind for kind in kinds_of(book) if kind in book.kinds or kind not in named):
        preset = book.kinds.get(name, EMPTY)
        for key, how in checker.ability_keys(str(preset.get("kind", name)), preset).items():
            takers.setdefault(key, (how, []))[1].append(name)
    return takers


def says(how: str) -> str:
    """What a kind of value is."""
    kind = VALUES.get(how)
    return kind.says if kind is not None else how


def attributes(book: Book) -> str:
    """What cards print, with the words that there are and on which cards."""
    rows = (attribute_line(book, name) for name in book.attributes)
    types = ", ".join(book.tables["types"])
    return (
        f"What a card prints, under [cards.NAME]; what is unsaid is not printed.\n"
        f"type: {types} (unsaid: {book.tables['types'][0]})\n"
        + "\n".join(rows)
        + "\ntoken: true, of a token\nback: a second side, a card itself\n"
        'sentence: "nothing" where the text does no more than is written, "unread" where nobody wrote it\n'
        "card: a name or number of the user's catalogue; its text is played as far as it is read, and\n"
        'sentence = { "2" = { … } } beside it says what a sentence does\n'
    )


def attribute_line(book: Book, name: str) -> str:
    """A value that cards print."""
    spec = book.attributes[name]
    kind = {"int": "a whole number", "words": "a word, or a list", "table": "a table"}.get(
        spec["type"], "a selector, or a list"
    )
    words = ", ".join(map(str, spec.get("words", spec.get("keys", ()))))
    where = [*spec.get("types", ()), *(f"{attr} = {word}" for attr, word in spec.get("only", {}).items())]
    more = [f"needs {', '.join(spec['needs'])}"] if spec.get("needs") else []
    more += [f"only of {', '.join(where)}"] if where else []
    return "; ".join((f"{name}: {kind}{f' ({words})' if words else ''}", *more))


def seats(book: Book) -> str:
    """The players as cards speak of them."""
    rows = "\n".join(f"  {name}: {PLAYERS[name]}" for name in SEATS)
    tried = ({kind: {"do": [{"draw": 1, "of": "opponent"}]}} for kind in (*book.kinds, "activated"))
    card = samples.first(book, ({**own, **other} for other in tried for own in samples.printed(book, EMPTY)))
    return SEATED.format(players=rows, examples=samples.example("c", card or {}))


def names(book: Book) -> str:
    """What instructions keep, and how it is read."""
    chosen = {"choose": "t", "from": {"zone": "hand"}}
    moves = sorted(book.tables["move"], key=lambda word: word != "discard")
    every = [[chosen, {move: "$t"}] for move in moves]
    tried = ({kind: {"do": do}} for do in every for kind in (*book.kinds, "activated"))
    card = samples.first(book, ({**own, **other} for other in tried for own in samples.printed(book, EMPTY)))
    gives = ", ".join(name for name in book.gives if name != "as")
    return NAMED.format(gives=gives, examples=samples.example("c", card or {}))


def acts(book: Book) -> str:
    """The acts, with what stands behind each."""
    most = most_of(book)
    rows = [act_line(book, name, most.get(name, 0)) for name in sorted(acts_of(book))]
    return (
        "What a player does by an act of their own, `SEAT: act words`. `<…>` is a card by its name, with"
        " where it lies; what stands in brackets is asked for where it is not said.\n"
        + "\n".join(rows)
        + "\n"
        "A choice that is asked for (`choose`, `yes`, `order` …): topic choices.\n"
    )


def act_line(book: Book, name: str, most: int) -> str:
    """An act: its form, and what people call it."""
    places = [*map(describe, cards_of(book, name)), *["word"] * most][:most]
    form = " ".join((name, *(f"[{place}]" if n else f"<{place}>" for n, place in enumerate(places))))
    phrase = str(phrases(book.folder, "en").get("spoken", {}).get(name, name))
    called = ", ".join(word for word in phrase.split(", ") if word != name)
    article = title(book, next(iter(book.tables["timing"].get(name, ())), ""))
    about = "; ".join(filter(None, (article, called and f"also said: {called}")))
    return f"  {form}{f'   {about}' if about else ''}"


def cards_of(book: Book, act: str) -> Iterator[Mapping[str, object]]:
    """The cards that an act names: as the rulebook says of those with which it is done, or of its offers."""
    row: Fields = book.tables["acting"].get(act, EMPTY)
    if row.get("cards"):
        yield from row["cards"]
        return
    offered = sorted(offer for offer in offers_of(book) if spoken(book, offer) == act)
    rows: list[Fields] = [book.tables["action"].get(name, EMPTY) for name in offered]
    for key in ("each", "to"):
        yield from [entry[key] for entry in rows if key in entry][:1]


def describe(sel: Mapping[str, object]) -> str:
    """The place of a card and its type."""
    zone, kind = sel.get("zone", ""), sel.get("type", "card")
    told = "/".join(kind if isinstance(kind, list) else [str(kind)])
    lies = "/".join(zone if isinstance(zone, list) else [str(zone)])
    whose = "opponent's " if sel.get("of") == "opponent" else ""
    return f"{whose}{told if len(told) < 30 else 'card'}{f' in {lies}' if lies and len(lies) < 50 else ''}"


def choices(book: Book) -> str:
    """Lines that answer the present decision."""
    return CHOSEN


# --- one word -----------------------------------------------------------------------------------------------
def explained(book: Book, name: str) -> str:
    """Everything that a word means to the vocabulary, a paragraph each; "" where it means nothing."""
    return "\n\n".join(filter(None, parts(book, name)))


def parts(book: Book, name: str) -> Iterator[str]:
    """Each thing that a word may be: a keyword, a kind or a key of abilities, a value, a selector's key …"""
    if name in book.keyword_names:
        yield keyword_told(book, book.keyword_names[name])
    if name in kinds_of(book):
        yield f"A kind of ability. {kind_line(book, name)}{shown(kinds_of(book)[name])}"
    keyed = ability_keys(book).get(name)
    if keyed is not None:
        yield f"A key of abilities: {says(keyed[0])}. Of: {', '.join(keyed[1])}."
    if name in book.attributes:
        made = samples.attribute(book, name)
        yield f"A value that cards print. {attribute_line(book, name)}{shown(made)}"
    word = book.vocabulary.get(name)
    if word is not None and word.under:
        yield instruction_told(book, name, word)
    for what, table in (("A key of selectors", TRAITS), ("A condition", FORMS), ("A number", FIGURES)):
        if name in table:
            yield f"{what}: {table[name].says}"
    if name in book.heard_names:
        yield as_event(book, name)
    if name in book.zones:
        yield "A zone of boards and selectors."
    yield from game_topics.told(book, name)
    if name in SEATS:
        yield f"A player: {PLAYERS[name]}."
    if name in acts_of(book):
        yield f"An act.\n{act_line(book, name, most_of(book).get(name, 0))}"


def keyword_told(book: Book, name: str) -> str:
    """A keyword with its article, where it stands, and an example."""
    spec = book.keywords[name]
    where = "on an ability, not on a card" if "attached" in spec else "on a card"
    rules = (part["rule"] for part in (spec, *spec.values()) if isinstance(part, Mapping) and "rule" in part)
    article = str(next(rules, ""))
    told = f" ({article} {title(book, article)})" if article else ""
    return f"A keyword{told}, {where}.\n{keyword_line(book, name)}{shown(samples.keyword(book, name))}"


def instruction_told(book: Book, name: str, word: Word) -> str:
    """An instruction with its value and its further keys."""
    takes = {**{key: how for key, how in COMMON.items() if key not in word.without}, **word.takes}
    further = "\n".join(f"  {key}: {says(how)}" for key, how in takes.items())
    needs = f"; needed: {', '.join(word.needs)}" if word.needs else ""
    meaning = word.says or does(book, name)
    return f"An instruction, {{ {name} = … }}: {says(word.under)}{needs}. {meaning}\n{further}"


def shown(card: Mapping[str, object] | None) -> str:
    """An example, to be put behind what it shows."""
    return f"\n  {samples.example('c', card)}" if card is not None else ""


def words(book: Book) -> set[str]:
    """Every word that is explained by its name."""
    listed = (
        book.keyword_names, kinds_of(book), ability_keys(book), book.attributes, TRAITS, FORMS, FIGURES,
        book.heard_names, book.zones, SEATS, acts_of(book),
    )  # fmt: skip
    verbs = (name for name, verb in book.vocabulary.items() if verb.under)
    return {str(word) for some in (*listed, verbs, game_topics.words(book)) for word in some}
