"""What a seat reads of lasting effects: nothing of cards that it cannot name, where it hangs on what these
are that an effect is on them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from judge.engine.kernel.state import Record
from judge.text.plain import Fields

Names = Callable[[str], bool]  # can the seat name a card?


def begun(data: Fields, cards: Sequence[str], names: Names) -> Fields | None:
    """The beginning of an effect without the unseen ones of its cards, told of the first that is left as it
    would be of any; None where nothing is left of it.
    """
    record: Record = data["record"]
    left = [(ref, one) for ref, one in zip(record.args["to"], cards, strict=True) if names(one)]
    if not left and record.args.get("scope") is None:
        return None
    args = {**record.args, "to": tuple([ref for ref, _ in left])}
    ref, card = left[0] if left else ("", "")
    now = {one: value for one, value in data.get("now", {}).items() if names(one)}
    plain = record._replace(card=card, ref=ref, args=args, before=None, after=None)
    return {**data, "record": plain, **({"now": now} if "now" in data else {})}


def changed(data: Fields, names: Names) -> Fields:
    """An event without what it changed, and what it ended, on cards that the seat cannot name."""
    found = {
        "shifts": tuple([one for one in data.get("shifts", ()) if names(one["card"])]),
        "ended": tuple(ended(data.get("ended", ()), names)),
    }
    rest = {key: one for key, one in data.items() if key not in found}
    return {**rest, **{key: one for key, one in found.items() if one}}


def ended(rows: Sequence[Fields], names: Names) -> Iterator[Fields]:
    """The effects that ended, each with the cards that the seat can name. One without any is told where it
    was on none, or would have been on those that came later.
    """
    for one in rows:
        cards = tuple(filter(names, one["cards"]))
        if cards or not one["cards"] or one.get("scoped"):
            yield {**one, "cards": cards}


def over(data: Fields, names: Names) -> bool:
    """Does the end of effects tell of nothing but cards that the seat cannot name?"""
    left = changed(data, names)
    return "ended" in data and "ended" not in left and "shifts" not in left
