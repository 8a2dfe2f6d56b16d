"""Every outcome of a position as text, and the words for what its ends differ in."""

from __future__ import annotations

import textwrap
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from judge.page.articles import words_of
from judge.page.asked import found
from judge.page.inquired_parts import hangs_on
from judge.page.not_known import unread
from judge.play.exploration import Explored
from judge.play.first_act import Refusal
from judge.play.outcomes import BENEATH, COUNTER, Item
from judge.play.prompts import bounds
from judge.play.question import texts_of
from judge.play.ruling import bare
from judge.play.script_lines import Said
from judge.render.text import Sheet, painter
from judge.rulebook.article_texts import articles_of
from judge.rulebook.translations import HOME
from judge.speech.catalogue import Phrases, fill, grouped
from judge.speech.names import Namer
from judge.speech.sentences import Teller
from judge.text.rows import NamedTuple

# --- what ends of a game differ in ---------------------------------------------------------------------
Told = Mapping[tuple[str, str, str], object]
ARROW = "\N{RIGHTWARDS ARROW}"


class Change(NamedTuple):
    """The value of one thing at an end, and at the start; None for what was not there."""

    item: Item
    was: object

    @property
    def changed(self) -> bool:
        """Does it differ from the start?"""
        return self.item.value != self.was


class Outcomer:
    """Describes the ends of one exploration by what they differ in."""

    def __init__(self, explored: Explored, lang: str = "en") -> None:
        fixture, start = explored.fixture, explored.start
        self.namer = Namer(bare(fixture, start), "", lang)
        self.words: Phrases = self.namer.words
        self.start: Told = {item.key: item.value for item in explored.told}
        self.ends = [way.end.told for way in explored.ways]
        self.values: dict[tuple[str, str, str], set[object]] = defaultdict(set)
        self.counts: dict[tuple[str, str, str], int] = defaultdict(int)
        self.moving: dict[tuple[str, str, str], int] = defaultdict(int)  # at how many ends it has changed
        for told in self.ends:
            for item in told:
                self.values[item.key].add(item.value)
                self.counts[item.key] += 1
                self.moving[item.key] += item.value != self.start.get(item.key)

    def changes(self, told: Sequence[Item], all: bool = False) -> list[Change]:
        """The changes of an end: things that differ from the start, or from other ends; `all` includes those
        that every end shares.
        """
        changes = (Change(item, self.start.get(item.key)) for item in told)
        return [change for change in changes if self.matters(change) and (all or self.differs(change.item))]

    def differs(self, item: Item) -> bool:
        """Does it differ at some other end? True for everything where there is only one end."""
        alone = len(self.ends) < 2
        return alone or len(self.values[item.key]) > 1 or self.counts[item.key] < len(self.ends)

    def matters(self, change: Change) -> bool:
        """Is the value worth telling? An unchanged count or score is where most other ends have changed it; a
        card's value is where it was seen before, or differs elsewhere.
        """
        key = change.item.key
        if change.item.kind in ("count", "score") and not change.changed:
            return self.moving[key] * 2 >= len(self.ends) > 0
        if change.item.kind in ("state", "value") and change.was is None:
            return len(self.values[key]) > 1
        return change.changed

    def text(self, told: Sequence[Item]) -> str:
        """An end in words."""
        changes = self.changes(told)
        parts = [*map(self.figure, self.of(changes, "result", "count", "score"))]
        parts += self.moved(self.of(changes, "place"))
        parts += self.stated(self.of(changes, "state"))
        parts += map(self.figure, self.of(changes, "value"))
        return self.words["text"]["then"].join(parts) or self.words["explore"]["as-it-was"]

    def of(self, changes: Iterable[Change], *kinds: str) -> list[Change]:
        """The changes of some kinds."""
        return [change for change in changes if change.item.kind in kinds]

    def figure(self, change: Change) -> str:
        """A winner, or a number of a player or a card, in words."""
        item = change.item
        if item.kind == "result":
            return winner(self.words["explore"], str(item.value))
        name = self.namer.zone(f"{item.of}.{item.attr}") if item.kind == "count" else ""
        of = {"seat": item.of, "what": self.namer.score(item.attr)}
        name = name or (fill(self.words["verdict"]["of"], of) if item.kind == "score" else "")
        name = name or self.namer.value_of(item.of, self.attr(item.attr))
        fresh = change.was is None or not change.changed
        return f"{name} {item.value}" if fresh else f"{name} {change.was} {ARROW} {item.value}"

    def attr(self, name: str) -> str:
        """The word for a number of cards; in English the rulebook's name of it."""
        plain = name.replace("_", " ")
        return plain if self.namer.lang == HOME else self.words["attr"].get(name, plain)

    def moved(self, changes: Sequence[Change]) -> Iterator[str]:
        """Cards that came to the same place, named together."""
        groups: dict[str, list[str]] = defaultdict(list)
        for change in changes:
            groups[self.become(change.item)].append(self.namer.card(change.item.of))
        yield from (f"{', '.join(cards)} {ARROW} {place}" for place, cards in groups.items())

    def stated(self, changes: Sequence[Change]) -> Iterator[str]:
        """Cards that are in the same states now, named together."""
        states: dict[str, list[str]] = defaultdict(list)
        for change in changes:
            states[change.item.of].append(self.become(change.item))
        groups: dict[str, list[str]] = defaultdict(list)
        for card, texts in states.items():
            groups[", ".join(texts)].append(self.namer.card(card))
        for told, names in groups.items():
            yield fill(self.words["text"]["stated"], {"cards": ", ".join(names), "said": told})

    def become(self, item: Item) -> str:
        """A place or a state in words."""
        value = str(item.value)
        if item.kind == "place":
            _, beneath, card = value.rpartition(BENEATH)
            return (
                fill(self.words["verdict"]["beneath"], {"card": card}) if beneath else self.namer.zone(value)
            )
        if item.attr.startswith(COUNTER):
            return f"{value} {item.attr.removeprefix(COUNTER)}"
        return self.words.get("mark", {}).get(value, value)


def winner(table: Mapping[str, str], result: str) -> str:
    """How a game ended."""
    known = {"none": "goes-on", "draw": "draw", "undecided": "undecided"}
    return table[known[result]] if result in known else table["wins"].format_map({"seat": result})


# --- the answer as text --------------------------------------------------------------------------------
MOST = 12  # ways that are shown unless all are asked for
MANY = 9  # decisions of a line that are shown; `--format json` has them all
GAP = 3  # columns between a line and what it comes to


def explored_text(explored: Explored, width: int, all: bool = False, lang: str = "en") -> str:
    """The answer as lines of text, no longer than `width`."""
    page = Page(explored, width, lang)
    if explored.refused is not None:
        rows = page.refused(explored.refused)
    elif explored.query.find:
        rows = page.found()
    else:
        rows = page.every(all)
    return "\n".join(row.rstrip() for row in (*rows, *page.opened())) + "\n"


class Page:
    """The outcomes of one exploration, as text for one viewer."""

    def __init__(self, explored: Explored, width: int, lang: str) -> None:
        self.explored = explored
        self.width = width
        self.lang = lang
        self.outcomer = Outcomer(explored, lang)
        self.words = self.outcomer.words
        self.table: Mapping[str, str] = self.words["explore"]

    def head(self, text: str) -> Iterator[str]:
        """The answer, with the rulebook at the right edge, and below it the cards without their text."""
        book = self.explored.fixture.book
        mark = f"{book.id} {book.version}".strip()
        first, *rest = textwrap.wrap(text, self.width)
        room = self.width - len(mark) - 2
        if not rest and len(first) <= room:
            yield f"{first:<{room}}  {mark}"
        else:
            first, *rest = textwrap.wrap(text, room)
            yield f"{first:<{room}}  {mark}"
            yield from textwrap.wrap(" ".join(rest), self.width)
        explored = self.explored
        seat = explored.query.seat
        ruling = bare(explored.fixture, explored.start)._replace(viewer=seat)
        silent = unread(Teller(ruling, seat, self.lang))
        sheet = Sheet(self.words, self.width, painter(False), False)
        yield from sheet.labelled("unread", [silent] if silent else [])

    def wrapped(self, text: str, indent: str = "", beside: str = "") -> list[str]:
        """A text in lines."""
        return textwrap.wrap(text, self.width, initial_indent=indent, subsequent_indent=beside or indent)

    def opened(self) -> Iterator[str]:
        """The readings under which the first act of the question has another result."""
        explored = self.explored
        teller = Teller(bare(explored.fixture, explored.start), "", self.lang)
        readings = hangs_on(explored.foresight, explored.others, teller)
        if readings:
            yield ""
            yield from Sheet(teller.words, self.width, painter(False), False).opened(readings)

    # --- every outcome -----------------------------------------------------------------------
    def every(self, all: bool) -> Iterator[str]:
        """The number of ways, who wins by them, and each of them."""
        yield from self.head(self.headline())
        yield from self.rows(all)
        yield from self.foot()

    def headline(self) -> str:
        """The number of ways to the goal, and who wins by them."""
        n, table = len(self.explored.ways), self.table
        key = "ways" if n > 1 else "way" if n else "no-way"
        text = f"{self.moment()}{fill(table[key], {'n': grouped(self.words, n), 'goal': self.goal()})}"
        if not n:
            return f"{text}."
        whole = self.explored.bounds.whole
        told = {"ways": text, "found": "" if whole else table["found"], "winners": self.winners(whole)}
        return fill(table["headline"], told)

    def moment(self) -> str:
        """The moment from which lines are followed, where that is not the start."""
        text = ", ".join(fill(self.table[key], {"line": line}) for key, line in self.moments())
        return fill(self.table["moment"], {"moment": f"{text[:1].upper()}{text[1:]}"}) if text else ""

    def moments(self) -> Iterator[tuple[str, str]]:
        """The script line and the act with which the question begins."""
        question = self.explored.query
        if question.after:
            yield "after", self.explored.fixture.lines[question.after - 1].text
        if question.first is not None:
            yield "if", question.first.text

    def goal(self) -> str:
        """The moment up to which lines are followed."""
        goal, book = self.explored.goal, self.explored.fixture.book
        numbers = book.tables["renumbered"]
        article = articles_of(book.folder, book.version, book.overlays, self.lang).get(goal.article)
        told = words_of(article, self.words, self.lang)
        titled = article is not None and goal.article == goal.step
        title = told.title if titled else self.words["window"].get(goal.step, goal.step)
        values = {"title": title, "article": numbers.get(goal.article, goal.article) or goal.step}
        return fill(self.table[f"goal-{goal.kind}"], values)

    def winners(self, whole: bool) -> str:
        """Who wins, by how many of the ways; never `all` where not all were looked at."""
        table, n = self.table, len(self.explored.ways)
        results = Counter(str(way.end.told[0].value) for way in self.explored.ways)
        suffix = "-found" if not whole else "-one" if n == 1 else ""
        if set(results) == {"none"}:
            return table[f"nobody{suffix}"]
        if len(results) == 1:
            (only,) = results
            return fill(table[f"all{suffix}"], {"winner": winner(table, only)})
        ended = sorted((seat, k) for seat, k in results.items() if seat != "none")
        parts = [fill(table["some"], {"winner": winner(table, seat), "n": k}) for seat, k in ended]
        if results["none"]:
            parts.append(fill(table["rest"], {"n": results["none"]}))
        return ", ".join(parts)

    def rows(self, all: bool) -> Iterator[str]:
        """Each way: its number, a shortest line, its outcome."""
        ways, played = self.explored.ways, self.explored.played.at
        shown = [at for at in range(len(ways)) if all or at < MOST or at == played]
        lines = {at: self.said(ways[at].end.lines) for at in shown}
        ends = {at: self.outcomer.text(ways[at].end.told) for at in shown}
        marks = {at: self.table["played"] if at == played else "" for at in shown}
        longest = max(map(len, lines.values()), default=0)
        broad = max((len(ends[at]) + len(marks[at]) + GAP for at in shown), default=0)
        digits = len(str(max(shown, default=0) + 1))
        if digits + 3 + longest + GAP + broad <= self.width:
            edge = max(len(text) for text in ends.values()) if ends else 0
            for at in shown:
                row = f" {at + 1:>{digits}}  {lines[at]:<{longest + GAP}}{ends[at]:<{edge + GAP}}{marks[at]}"
                yield row.rstrip()
        else:
            for at in shown:
                yield from self.stacked(f" {at + 1:>{digits}}  ", lines[at], ends[at], marks[at])
        if len(shown) < len(ways):
            yield " " * (digits + 3) + fill(
                self.table["more"], {"n": grouped(self.words, len(ways) - len(shown))}
            )

    def stacked(self, number: str, line: str, end: str, mark: str) -> Iterator[str]:
        """A way in two rows or more."""
        beside = " " * len(number)
        room = self.width - (len(mark) + GAP if mark else 0)
        first, *rows = textwrap.wrap(line, room, initial_indent=number, subsequent_indent=beside + "  ")
        yield f"{first:<{self.width - len(mark)}}{mark}" if mark else first
        yield from rows
        yield from self.wrapped(f"= {end}", beside, beside + "  ")

    def said(self, lines: Sequence[Said]) -> str:
        """The decisions of a line, not too many, without those on which nothing depends."""
        told = [line.text for line in lines if not line.quiet]
        text, seat = "", ""
        for decision in told[:MANY]:
            whose, _, what = decision.partition(": ")
            text += f", {what}" if whose == seat else f"{'; ' * bool(text)}{decision}"
            seat = whose
        if len(told) > MANY:
            text += fill(self.table["and-on"], {"n": len(told) - MANY})
        return text or self.table["silent-more" if self.explored.before else "silent"]

    # --- one that is looked for --------------------------------------------------------------
    def found(self) -> Iterator[str]:
        """The shortest line to what is looked for; or that there is none among so many."""
        explored, table = self.explored, self.table
        find = ", ".join(text for fact in explored.query.find for text in texts_of(fact))
        key = "yes" if explored.found else "no" if explored.bounds.whole else "not-found"
        later = {"after": "later", "if": "begun"}
        after = "".join(fill(table[later[key]], {"line": line}) for key, line in self.moments())
        yield from self.head(
            fill(table[key], {"find": find, "after": after, "n": grouped(self.words, explored.positions)})
        )
        if explored.found:
            lone = Outcomer(explored._replace(ways=()), self.lang)
            yield from self.stacked("  ", self.said(explored.found.lines), lone.text(explored.found.told), "")
        else:
            yield from self.foot()

    # --- what may not be done ----------------------------------------------------------------
    def refused(self, refusal: Refusal) -> Iterator[str]:
        """The refusal of an act: why, and what may be done instead."""
        table, line = self.table, refusal.line
        asked = refusal.ask is not None and refusal.ask.seat == line.seat
        rules = refusal.claim.rule
        by = fill(table["by"], {"rules": rules}) if rules else ""
        teller = Teller(refusal.ruling, self.explored.query.seat, self.lang)
        act = teller.doing(line.words) or " ".join(line.words)
        key = "too-early" if refusal.claim.later is not None else "refused"
        yield from self.head(fill(table[key], {"seat": line.seat, "act": act, "rules": by}))
        why = found(teller, [refusal.claim]) if not refusal.options or refusal.claim.later is not None else ()
        for _, text in why:
            yield from self.wrapped(text, "  ")
        if refusal.claim.later is None:
            yield from self.wrapped(teller.refused(refusal.options, line.seat).strip(), "  ")
        if not asked and not refusal.options and refusal.claim.later is None:
            yield from self.wrapped(fill(table["not-asked"], {"seat": line.seat}), "  ")
        yield from self.wrapped(self.asked(refusal), "  ")

    def asked(self, refusal: Refusal) -> str:
        """The decision that comes instead."""
        ask = refusal.ask
        if ask is None:
            return self.table["over"]
        if self.explored.query.seat not in ("", ask.seat):
            return fill(self.table["asked"], {"seat": ask.seat, "options": "…"})
        seat = self.explored.query.seat
        card = Teller(refusal.ruling, seat, self.lang).card if seat else str
        options = ", ".join(" ".join(map(card, choice.words)) for choice in ask.choices)
        return fill(self.table["asked"], {"seat": ask.seat, "options": options or bounds(ask)})

    # --- what was looked at ------------------------------------------------------------------
    def foot(self) -> Iterator[str]:
        """How much was searched, and what was not."""
        yield ""
        yield from self.wrapped(" ".join(self.remarks()))

    def remarks(self) -> Iterator[str]:
        """Remarks on the search."""
        explored, table, limits = self.explored, self.table, self.explored.bounds
        if explored.played.why in table:
            yield table[explored.played.why]
        key = "position" if explored.positions == 1 else "positions"
        if explored.query.seat:  # how much was tried tells what the other player could have done
            key = f"{key}-seen"
        yield fill(
            table[key],
            {"n": grouped(self.words, explored.positions), "looked": grouped(self.words, limits.looked)},
        )
        if limits.cut:
            yield fill(table["cut"], {"n": grouped(self.words, limits.looked)})
        if limits.piled:
            yield table["piled"]
        if limits.wide:
            yield fill(table["wide"], {"articles": ", ".join(limits.wide)})
        what = list(self.not_searched())
        if what:
            yield fill(table["not-searched"], {"what": ", ".join(what)})

    def not_searched(self) -> Iterator[str]:
        """What no line tries."""
        limits, table = self.explored.bounds, self.table
        if limits.unseen:
            counts = ", ".join(f"{seat} {n}" for seat, n in limits.unseen.items())
            yield fill(table["unseen"], {"counts": counts})
        if limits.chance:
            yield table["chance"]
        if limits.telling:
            yield table["telling"]
        if limits.veiled:
            yield fill(table["veiled"], {"seat": self.explored.query.seat})
