"""Variables: the names that a text gives to what it chooses, rolls or does.

They lie in a table of their own beside the values that the engine keeps, under `OWN`, so that neither hides
the other, whatever a card calls what it has chosen.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator, Mapping

from judge.text.plain import Json, Scope

OTHERWISE = ("on", "against", "answers")  # nothing under these is a new name
# Of cards and players: no text gives them.
RESERVED_NAMES = ("self", "it", "me", "opponent", "host", "above", "any", "each")
READ = ("below", "link", "n")  # the engine's values of which cards speak: what is answered, how many
OWN = "own"  # of the values of a frame or an entry: what its text has named
INTO = "own."  # before a name that events are to be kept under
# Names that are given where no text gives one; no card can give any with a space in it.
WANTED = "is wanted"  # whether a player wished to do what may be done


def given(data: object, gives: Collection[str]) -> Iterator[str]:
    """Every name that a card's instructions give; `gives` are the keys under which new ones stand."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key in gives and isinstance(value, str) and value not in RESERVED_NAMES:
                yield value
            elif key not in OTHERWISE:
                yield from given(value, gives)
    elif isinstance(data, (list, tuple)):
        for inner in data:
            yield from given(inner, gives)


def own(ctx: Scope) -> Mapping[str, Json]:
    """The variables that a text has set so far."""
    stored: Mapping[str, Json] = ctx.get(OWN) or {}
    return stored


def value_of(ctx: Scope, name: str, read: Container[str]) -> Json:
    """The value of `$name` in a text: its own variable, or a value of the engine that texts may `read`; None
    for neither.
    """
    named = ctx.get(OWN)
    if named and name in named:
        return named[name]
    return ctx.get(name) if name in read else None


def naming(vars: Mapping[str, object], names: Mapping[str, object]) -> dict[str, Json]:
    """The values of a frame with these variables set."""
    return {**vars, OWN: {**own(vars), **names}}
