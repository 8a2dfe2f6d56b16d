"""The board before and after as HTML: a zone a row, both states where it changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import zip_longest

from judge.page.board import Boards, Lying, Number, Side, Zone
from judge.render.markup import apart, tag, text
from judge.speech.catalogue import Phrases, fill


class Mat:
    """Draws boards in the words of one language."""

    def __init__(self, words: Phrases) -> None:
        self.words = words["html"]

    def views(self, seen: Mapping[str, Boards]) -> str:
        """The board as each of several readers sees it, one at a time; one reader's alone."""
        if len(seen) == 1:
            (one,) = seen.values()
            return tag("div", tag("div", self.sides(one), "view"), "views one")
        switches = "".join(map(self.switch, seen))
        shown = "".join(tag("div", self.sides(one), f"view of-{seat or 'all'}") for seat, one in seen.items())
        return tag("div", switches + shown, "views", role="group", aria_label=self.words["seen-as"])

    def switch(self, seat: str) -> str:
        """What chooses a reader."""
        name = seat or "all"
        checked = "" if seat else " checked"
        label = fill(self.words["as"], {"seat": seat}) if seat else self.words["as-all"]
        box = f'<input type="radio" name="view" id="v-{name}"{checked}>'
        return box + tag("label", text(label), for_=f"v-{name}")

    def sides(self, one: Boards) -> str:
        """Both players, side by side where there is room."""
        pairs = zip(one.before, one.after, strict=True)
        return tag("div", "".join(self.side(before, after) for before, after in pairs), "sides")

    def side(self, before: Side, after: Side) -> str:
        """One player: scores, then every zone that had cards or has some."""
        scores = [self.row(name.upper(), str(was), str(now)) for (name, was), (_, now) in
                  zip(before.scores, after.scores, strict=True)]  # fmt: skip
        was, now = ({one.key: one for one in side.zones} for side in (before, after))
        zones = [self.zone(was.get(key), now.get(key)) for key in in_order(was, now)]
        return tag("div", tag("h3", text(before.seat)) + "".join((*scores, *zones)))

    def zone(self, before: Zone | None, after: Zone | None) -> str:
        """One zone at both times."""
        one = after or before
        assert one is not None
        return self.row(one.name, self.cards(before), self.cards(after), plain=False)

    def row(self, name: str, was: str, now: str, plain: bool = True) -> str:
        """A name with what was and what is; only once where nothing changed."""
        told = [apart(one) if plain else one for one in (was, now)]
        if was == now:
            values = tag("dd", told[1])
        else:
            values = tag("dd", told[0], "was", data_when=self.words["was"]) + tag(
                "dd", told[1], "now", data_when=self.words["now"]
            )
        return tag("dl", tag("dt", apart(name)) + values, "zone")

    def cards(self, one: Zone | None) -> str:
        """The cards of a zone, and how many others there are."""
        shown = [] if one is None else list(map(self.card, one.cards))
        if one is not None and one.unseen:
            key = "unseen" if one.cards else "so-many" if one.unseen > 1 else "one-card"
            shown.append(tag("span", text(fill(self.words[key], {"n": one.unseen})), "dim"))
        return " ".join(shown) or tag("span", text(self.words["empty"]), "dim")

    def card(self, one: Lying) -> str:
        """A card with its states and numbers."""
        notes = [*map(apart, one.states), *(apart(self.number(number)) for number in one.numbers)]
        notes += [apart(fill(self.words["under"], {"cards": ", ".join(one.under)}))] if one.under else []
        notes += [apart(fill(self.words["beneath"], {"card": one.on}))] if one.on else []
        told = f" {tag('span', ' · '.join(notes), 'dim')}" if notes else ""
        return tag("span", tag("b", apart(one.name)) + told, "card")

    def number(self, one: Number) -> str:
        """A number, with the printed one where it is another."""
        if one.printed in (None, one.now):
            return f"{one.name} {one.now}"
        return fill(self.words["number"], {"name": one.name, "now": one.now, "printed": one.printed})


def in_order(before: Mapping[str, Zone], after: Mapping[str, Zone]) -> Iterator[str]:
    """The zones of both times in the rulebook's order, each once."""
    first, second = list(before), list(after)
    yield from dict.fromkeys(one for pair in zip_longest(first, second) for one in pair if one is not None)
