"""Nested instructions: finds every instruction of a list, the words that it uses, and what is done with the
cards that it chooses.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from judge.engine.kernel.state import Instruction


def purposes(
    dos: Sequence[Instruction], words: Collection[str], plain: Mapping[object, str]
) -> dict[str, tuple[str, ...]]:
    """For each variable, the first of these words that is carried out on what is chosen into it. A plain
    move counts as the book's named move for its zone.
    """
    name: dict[str, tuple[str, ...]] = {}
    for do in dos_in(dos) if words else ():
        uses = str(do.args.get("named", do.verb))
        verb = plain.get(do.args.get("to"), uses) if uses == "move" else uses
        for word, value in ((verb, do.args.get(uses)), (f"{verb} to", do.args.get("to"))):
            if word in words and isinstance(value, str) and value.startswith("$"):
                name.setdefault(value[1:], (word,))  # what is done first decides: the rest finds it changed
    return name


def purposeful(dos: Sequence[Instruction], wanted: Mapping[str, tuple[str, ...]]) -> tuple[Instruction, ...]:
    """The instructions; each choice says what is done with the cards that are chosen."""
    made = []
    for do in dos:
        args = dict(do.args)
        if do.verb == "choose" and args["choose"] in wanted:
            args["for"] = wanted[args["choose"]]
        if isinstance(args.get("do"), tuple):
            args["do"] = purposeful(args["do"], wanted)
        made.append(Instruction(do.verb, args))
    return tuple(made)


def verbs_in(dos: Sequence[Instruction]) -> Iterator[str]:
    """Every word used in instructions, nested ones included."""
    for do in dos_in(dos):
        yield do.verb


def dos_in(dos: Sequence[Instruction]) -> Iterator[Instruction]:
    """Every instruction, nested ones included."""
    for do in dos:
        yield do
        inner = do.args.get("do")
        if isinstance(inner, tuple):
            yield from dos_in(inner)
        for option in do.args.get("among", ()):
            yield from dos_in(option["do"])


def named_in(value: object) -> Iterator[str]:
    """The variables that instructions name: ``$t``, and those that their conditions read."""
    if isinstance(value, Instruction):
        yield from named_in(value.args)
    elif isinstance(value, Mapping):
        yield from (str(value[key]) for key in ("if", "when", "not") if isinstance(value.get(key), str))
        for inner in value.values():
            yield from named_in(inner)
    elif isinstance(value, (tuple, list)):
        for element in value:
            yield from named_in(element)
    elif isinstance(value, str) and value.startswith("$"):
        yield value[1:]
