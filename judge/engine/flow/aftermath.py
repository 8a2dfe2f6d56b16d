"""What a batch of events means for what is under way: cards that moved are still meant, effects end."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator, Mapping, Sequence

from judge.engine import trace
from judge.engine.flow.followers import renamed
from judge.engine.kernel.state import EMPTY, Do, Frame, Record, Ref
from judge.engine.kernel.variables import OWN, own
from judge.engine.kernel.view import View
from judge.text.plain import Plain

SETTLED = "settled"  # the names that mean an object as it was chosen, and not where it goes from there


def following(view: View, frame: Frame, records: Sequence[Record]) -> dict[str, object]:
    """The values of a frame after a batch: what names a card that an ability moved names it where it is.

    The same values where nothing moved or no ability is at work.
    """
    vars = frame.vars
    moved = moves(records) if vars.get("because") in ("effect", "cost") else {}
    if not moved:
        return vars
    settled = vars.get(SETTLED, ())
    found = {key: renamed(value, moved) for key, value in vars.items()}
    if OWN in vars:
        found[OWN] = {key: one if key in settled else renamed(one, moved) for key, one in own(vars).items()}
    found["left"] = (*found.get("left", ()), *left_play(view, records, moved))
    changed = {key for key in vars if found[key] != vars[key] and key not in ("self", "card", "it", OWN)}
    changed |= {key for key, one in own(vars).items() if own(found)[key] != one}
    followed = str(view.book.cites.get("followed", ""))
    told = ("self", "it") if followed else ()  # of these only where an article speaks of it
    itself = {key for key in told if key in vars and found[key] != vars[key]}
    listened = view.tracing and bool(changed or itself)
    if listened and any(spoken_of(do, changed) or befalls(do, itself) for do in ahead(view, frame)):
        view.note(trace.FOLLOWS, followed)
    return found


def ahead(view: View, frame: Frame) -> Collection[Do]:
    """The instructions that a frame has still to carry out; those of the ability while it is paid for. One
    that is carried out many times is there once.
    """
    ability = view.table.abilities.get(frame.vars.get("ability", ""))
    paid = frame.vars.get("because") == "cost" and ability is not None
    more = ability.do if paid and ability is not None else ()
    return {id(one): one for one in (*frame.queue, *more)}.values()


def spoken_of(value: Plain, keys: Container[str]) -> bool:
    """Does an instruction speak of what is named so?"""
    if isinstance(value, Do):
        return spoken_of(value.args, keys)
    if isinstance(value, Mapping):
        return any(spoken_of(one, keys) for one in value.values())
    if isinstance(value, (tuple, list)):
        return any(spoken_of(one, keys) for one in value)
    return isinstance(value, str) and value.removeprefix("$") in keys


def befalls(do: Do, keys: Container[str]) -> bool:
    """Does an instruction do something to what is named so, and not only speak of it?"""
    for what in (do.args.get(str(do.args.get("named", do.verb))), do.args.get("of")):
        for one in what if isinstance(what, (list, tuple)) else (what,):
            if isinstance(one, str) and one in keys:
                return True
    return any(isinstance(one, Do) and befalls(one, keys) for one in do.args.get("do", ()))


def moves(records: Sequence[Record]) -> dict[Ref, Ref]:
    """The cards that became other objects in a batch, each with its new object."""
    pairs = [
        (one.before.object, one.after.object)
        for one in records
        if one.before is not None and one.after is not None and not one.quiet
    ]
    return {old: new for old, new in pairs if old != new}


def left_play(view: View, records: Sequence[Record], moved: Mapping[Ref, Ref]) -> Iterator[Ref]:
    """The cards among those moved that came out of play, as the objects that they are now."""
    for one in records:
        if not (one.before and one.after and one.before.object in moved):
            continue
        if view.book.zones.get(one.before.place, EMPTY).get("leaves"):
            yield one.after.object


def happened(records: Sequence[Record]) -> tuple[str, ...]:
    """What happened of a batch, a word for each event that did: its card, where it has one."""
    real = [one for one in records if not one.quiet and "rewritten" not in one.args]
    return tuple(
        one.after.object if one.after is not None else "happened" for one in real if one.args.get("n") != 0
    )


def ends_of(view: View, batch: Sequence[Mapping[str, object]]) -> set[Ref]:
    """The objects whose lasting effects end because a batch moves them out of play."""
    refs = {one["card"] for one in batch if one["verb"] == "move" and one["name"] != "control"}
    return {ref for effect in view.game.effects for ref in effect.to if ref in refs and not kept(view, ref)}


def kept(view: View, ref: Ref) -> bool:
    """Is the object in a zone that effects outlast?"""
    card = view.card(ref)
    return card is None or not view.book.zones[card.place].get("leaves")
