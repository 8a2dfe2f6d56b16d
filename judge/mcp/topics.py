"""Topics on how disputes are written, made from the declarations; and a corrected line beside an error."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from judge.engine.kernel.book import Book
from judge.errors import BadInput, nearest
from judge.mcp.card_topics import (
    acts,
    attributes,
    choices,
    explained,
    keys,
    keywords,
    kinds,
    names,
    seats,
    words,
)
from judge.mcp.game_topics import boards, does, event_rows
from judge.text.plain import Json
from judge.text.source import read_text

LARGEST: Final = 6_500  # bytes of a topic
_QUESTIONS: Final = """A question stands in the script, below the last line that comes before it:

  "A: attack k1 lb", "B: may counter halt"

It is answered YES (offered at that moment), NO (a condition fails: its article is told), NOT YET (others
are asked first: the lines that lead there are told) or OPEN (another reading of the book answers
otherwise). `can` and `not` in place of `may` are claims: they fail where it is not so. Ask about one
player and one act at a time. The tool `may` asks without changing the script."""
_SCRIPT: Final = """Every decision is a line `SEAT: words`, in order; a pass is one too. Who has nothing
to choose is not asked, and a line that nobody asks for is refused. Do not guess: `options` tells who is
asked and the line of each act, `play` adds one line.

Cards are named by their names in [cards], the other player's as `B.scout` or `scout`. Forms of lines:

  A: attack k1 lb         A: pass                 B: counter halt         A: choose d1 d2
  A: choose none          A: pay red blue         B: yes / B: no          B: order d2 d1
  A: number 3             A: apply d2             A: concede              chance: first A
  A: know hand1 = nope    (an unseen card turns out to be this one)

Acts of this game:"""
_HEAD: Final = """# A dispute, written down: this board, these choices, these facts. `rule_dispute` takes it
# as it stands. Put your own in its place part by part.

"""
_INSTEAD: Final = (  # what a comment says of commands, and the tool that does it
    (r"`judge rule [\w-]+ ([\w.-]+)` prints one", r"The tool `article` tells one (\1)"),
    (r"`judge run` prints", "the tool `options` tells"),
)
_SELECTORS: Final = """A selector describes cards, such as
`{ zone = "battle", of = "opponent", max = { power = 5000 } }`;
all of it has to hold. Beside these the game's attributes and marks by their names.
"""


def topic(game: str, name: str) -> dict[str, object]:
    """A topic of a game in at most 6,500 bytes; without a name, or with one that there is not, which there
    are.
    """
    from judge.rulebook.load import load_rulebook
    from judge.rulebook.shelf import games

    try:
        book = load_rulebook(game)
    except BadInput as error:
        slip = error.problems[0]
        told = {"message": slip.message, "expected": ", ".join(games()), "nearest": slip.hint}
        return {"ok": False, "problems": [told]}
    known = dict(_TOPICS)
    if name in known:
        return {"ok": True, "topic": name, "text": cut(known[name](book))}
    text = explained(book, name)
    if text:
        return {"ok": True, "topic": name, "text": cut(text + "\n")}
    near = nearest(name, [*known, *words(book)])
    about = "or any word of cards, boards and lines, such as draw: what it is, its keys, an example"
    return {"ok": not name, "topics": list(known), "also": about, **({"nearest": near} if near else {})}


def without_game() -> dict[str, object]:
    """Which games and topics there are, where no game was named."""
    from judge.rulebook.shelf import games

    problem = {"message": "no game is named", "expected": f"game: {', '.join(games())}"}
    return {"ok": False, "problems": [problem], "topics": list(_TOPICS)}


def cut(text: str) -> str:
    """Text within the bound, ended at a line."""
    raw = text.encode()
    if len(raw) <= LARGEST:
        return text
    return (
        raw[: LARGEST - 40].decode("utf-8", "ignore").rpartition("\n")[0] + "\n… ask for a word by its name"
    )


def dispute(book: Book) -> str:
    """A whole dispute of the game, every part explained, for who has tools and no command line."""
    text = read_text(Path(book.folder, "new.toml"))
    body = text[text.index(f'game = "{book.id}"') :]
    for command, tool in _INSTEAD:
        body = re.sub(command, tool, body)
    return _HEAD + body


def script(book: Book) -> str:
    """The lines of a script."""
    from judge.rulebook.act_names import acts_of

    return _SCRIPT + ", ".join(sorted(acts_of(book)))


def instructions(book: Book) -> str:
    """What effects do, a line a word; the topic of a word's own name has its keys."""
    rows = (
        f"{name} = {word.under}: {_short(word.says or does(book, name))}."
        for name, word in sorted(book.vocabulary.items())
        if word.under
    )
    return (
        "Instructions, under `do` and `cost` of an ability, each a table: `do = [{ draw = 1 }]`.\n"
        + "\n".join(rows)
    )


def _short(says: str) -> str:
    """The first that is said of a word, without its article: a topic has a line for each."""
    return re.split(r"[.;](?: |$)| \(", says)[0].strip(".")


def selectors(book: Book) -> str:
    """What describes cards."""
    from judge.engine.language.traits import TRAITS

    rows = (f"{name} = {trait.kind}: {trait.says}" for name, trait in sorted(TRAITS.items()) if trait.kind)
    return _SELECTORS + "\n".join(rows)


def conditions(book: Book) -> str:
    """The conditions allowed under `if` and `when`, and the numbers that are counted."""
    from judge.engine.language.conditions import FORMS
    from judge.engine.language.figures import FIGURES

    rows = (f"{name}: {form.says} Keys: {', '.join(form.takes)}." for name, form in sorted(FORMS.items()))
    numbers = (f"{name} = {figure.kind}: {figure.says}" for name, figure in sorted(FIGURES.items()))
    return (
        "Conditions; a selector is one too: such a card is there.\n"
        + "\n".join(rows)
        + ("\n\nNumbers that are counted:\n" + "\n".join(numbers))
    )


def events(book: Book) -> str:
    """What an ability may listen to."""
    from judge.engine.effects.pattern_match import DETAILS

    names = "\n".join(event_rows(book))
    rows = (f"{name} = {detail.kind}: {detail.says}" for name, detail in sorted(DETAILS.items()))
    asked = "\n".join(rows)
    return f"What may be asked of an event:\n{asked}\n\nEvents, under `on` of an ability:\n{names}\n"


_TOPICS: Final[Mapping[str, Json]] = {
    "dispute": dispute,
    "boards": boards,
    "script": script,
    "questions": lambda book: _QUESTIONS,
    "acts": acts,
    "choices": choices,
    "attributes": attributes,
    "kinds": kinds,
    "keys": keys,
    "keywords": keywords,
    "seats": seats,
    "names": names,
    "instructions": instructions,
    "selectors": selectors,
    "conditions": conditions,
    "events": events,
}


# --- an example beside an error --------------------------------------------------------------------------
def example(rows: Sequence[Mapping[str, object]]) -> str:
    """The line of the first problem that has a nearest name, corrected; "" where there is none."""
    for row in rows:
        line, word, near = (str(row.get(key, "")) for key in ("written", "found", "nearest"))
        words = re.findall(r"[^\W_][\w-]*", line)
        slip = word if word in words else nearest(near, words)
        if near and slip:
            return line.replace(slip, near, 1)
    return ""
