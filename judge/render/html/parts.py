"""The parts of a ruling's page as HTML, and the board before and after."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import zip_longest

from judge.page.board import Boards, Lying, Number, Side, Zone
from judge.page.parts import Answer, Asked, CardText, Checked, Next, Open, Page, Reason, Step, Term
from judge.render.markup import apart, tag, text
from judge.speech.catalogue import Phrases, fill

DEEPEST = 4  # how far steps are set in


class Parts:
    """Draws the parts of a page; `known` are the articles whose texts are on it."""

    def __init__(self, words: Phrases, known: Collection[str]) -> None:
        self.heads = words["section"]
        self.sheet = words["sheet"]
        self.answers = words["answer"]
        self.words = words["html"]
        self.phrases = words
        self.known = known

    # --- what every part needs -----------------------------------------------------------------
    def ref(self, article: str) -> str:
        """The number of an article, as a link to its text where that is on the page."""
        return tag("a", text(article), href=f"#art-{article}") if article in self.known else text(article)

    def refs(self, articles: Sequence[str]) -> str:
        """Several article numbers, as links."""
        return ", ".join(map(self.ref, articles))

    def section(self, name: str, content: str) -> str:
        """A part under its heading, always open."""
        head = tag("h2", text(self.heads.get(name, name)), id=f"h-{name}")
        return tag("section", f"{head}\n{content}", name, id=name, aria_labelledby=f"h-{name}")

    def folded(self, name: str, head: str, content: str, opened: bool = False, kind: str = "") -> str:
        """A part that unfolds under its heading."""
        summary = tag("summary", tag("span", text(head), kind), "part", id=f"h-{name}")
        fold = f"<details{' open' if opened else ''}>{summary}\n{content}</details>"
        return tag("section", fold, name, id=name, aria_labelledby=f"h-{name}")

    # --- the parts -----------------------------------------------------------------------------
    def bar(self, page: Page, seat: str, home: str = "", way: str = "home") -> str:
        """The bar that stays in sight: the answer in a word, the rulebook, and links to the parts."""
        mark = ", ".join((page.answer.book, *page.answer.taken, *self.seen_as(seat)))
        word = tag("strong", text(self.word(page.answer)), page.answer.kind)
        links = "".join(
            tag("a", text(self.words[f"to-{name}"]), href=f"#{name}") for name in self.places(page)
        )
        line = tag("p", word + tag("span", apart(mark), "dim"))
        links = (tag("a", text(self.words[way]), href=home) if home else "") + links
        return tag("header", line + tag("nav", links, aria_label=self.words["parts"]), "bar")

    def seen_as(self, seat: str) -> Iterator[str]:
        """The remark that the page is for one player."""
        if seat:
            yield fill(self.words["as"], {"seat": seat})

    def word(self, answer: Answer) -> str:
        """The answer in a word; where it has none, as for a mere change, the plain one."""
        return self.words.get(f"kind-{answer.kind}", self.words["kind-plain"])

    def places(self, page: Page) -> Iterator[str]:
        """The parts that the bar links to."""
        parts = {"asked": page.asked, "why": page.why, "steps": page.steps, "open": page.open, "next": True}
        yield from (name for name, part in parts.items() if part)

    def answer(self, answer: Answer) -> str:
        """The answer, what changed, and the title of the dispute."""
        sentences = (
            [self.bare(sentence) for sentence in answer.answers]
            if answer.kind in ("no", "yes", "not-yet")
            else []
        )
        lines = sentences or list(answer.answers) or list(answer.changes)[:1]
        rest = answer.changes if answer.answers else answer.changes[1:]
        parts = [tag("h1", "<br>".join(map(apart, lines)))]
        if answer.unread:
            parts.append(tag("p", f"{tag('b', text(self.heads['unread']))} {apart(answer.unread)}", "mixed"))
        parts += [tag("p", apart(" ".join(rest)), "changes")] if rest else []
        parts += [tag("p", apart(answer.title), "title dim")] if answer.title else []
        return "\n".join(parts)

    def bare(self, sentence: str) -> str:
        """A sentence without the word of the answer that is shown above it."""
        heads = (self.answers[kind].partition("{")[0] for kind in ("no", "not-yet", "yes"))
        return next((sentence[len(head) :] for head in heads if sentence.startswith(head)), sentence)

    def asked(self, rows: Sequence[Asked]) -> str:
        """Every question with its answer."""
        return self.section("asked", tag("ul", "\n".join(map(self.question, rows)))) if rows else ""

    def question(self, asked: Asked) -> str:
        """One question."""
        by = f" {self.ref(asked.article)}" if asked.article else ""
        kind = asked.kind if asked.kind in ("yes", "open") else "no"  # how it is coloured
        answer = tag("b", tag("span", text(asked.answer), kind) + by)
        wrong = tag("p", apart(asked.wrong), "wrong fails") if asked.wrong else ""
        return tag("li", tag("div", apart(asked.question)) + answer + wrong, id=asked.id)

    def why(self, reasons: Sequence[Reason], when: Sequence[str]) -> str:
        """The reasons: the first open, the others folded."""
        if not reasons and not when:
            return ""
        first, rest = [*map(self.reason, reasons[:1])], [*map(self.reason, reasons[1:])]
        if rest:
            left = fill(self.words["more-reasons" if len(rest) > 1 else "more-reason"], {"n": len(rest)})
            summary = tag("summary", text(left))
            first.append(tag("details", f"{summary}\n{chr(10).join(rest)}"))
        if when:
            first.append(tag("h3", text(self.heads["when"])))
            first.append(tag("ul", "".join(tag("li", apart(sentence)) for sentence in when)))
        return self.section("why", "\n".join(first))

    def reason(self, reason: Reason) -> str:
        """An article that decides: its text unfolds; below it what it means on this board."""
        head = tag("summary", f"{text(reason.article)} {apart(reason.title)}")
        ways = [self.link(reason.id, "#")]
        ways += [tag("a", text(self.words["at-step"]), href=f"#{reason.step}")] if reason.step else []
        if reason.article in self.known:
            ways.append(tag("a", text(self.words["more"]), href=f"#art-{reason.article}"))
        body = tag("div", tag("p", apart(reason.summary)) + tag("p", " · ".join(ways), "by"), "text")
        notes = "".join(
            tag("p", fill(text(self.sheet["here"]), {"here": apart(told)})) for told in reason.here
        )
        return tag("div", tag("details", head + body) + notes, "reason", id=reason.id)

    def link(self, id_: str, shown: str) -> str:
        """The address of a step or a reason, to be sent to somebody."""
        return tag("a", text(shown), href=f"#{id_}", aria_label=fill(self.words["link"], {"what": shown}))

    def steps(self, rows: Sequence[Step], idle: str) -> str:
        """The steps, folded under their number."""
        if not rows:
            return ""
        lines = "\n".join(map(self.step, rows))
        told = tag("p", apart(idle), "dim") if idle else ""
        count = sum(1 for row in rows if row.n) or len(rows)
        head = fill(self.words["counted"], {"head": self.heads["steps"], "n": count})
        return self.folded("steps", head, tag("ol", lines) + told)

    def step(self, step: Step) -> str:
        """One step."""
        number = tag("span", self.link(step.id, str(step.n)) if step.n else "", "n")
        told = tag("span", apart(step.text), "said dim" if step.folded else "said")
        by = tag("span", self.refs(step.articles), "by") if step.articles else ""
        return tag("li", number + told + by, f"d{min(step.depth, DEEPEST)}", id=step.id)

    def card_texts(self, rows: Sequence[CardText]) -> str:
        """The texts of cards, each sentence beside what it means, folded."""
        told = "".join(map(self.card_text, rows))
        return self.folded("cards", self.heads["cards"], told) if rows else ""

    def card_text(self, card_text: CardText) -> str:
        """One card."""
        head = tag("h3", apart(f"{card_text.card}: {card_text.number} {card_text.name}"))
        cells = (
            (tag("td", f"{text(row.n)} {tag('b', text(row.word))}"), tag("td", apart(row.text)),
             tag("td", tag("code", text(row.means))))
            for row in card_text.sentences
        )  # fmt: skip
        return tag(
            "div", head + tag("table", "".join(tag("tr", "".join(row)) for row in cells)), id=card_text.id
        )

    def opened(self, rows: Sequence[Open]) -> str:
        """The open questions: those that decide unfolded, the others folded under their number."""
        if not rows:
            return ""
        deciding, rest = [row for row in rows if row.decides], [row for row in rows if not row.decides]
        parts = [self.question_open(issue, "decides") for issue in deciding]
        parts += [] if deciding else [tag("p", text(self.sheet["none-decides"]))]
        if rest:
            summary = tag("summary", text(fill(self.words["touched"], {"n": len(rest)})))
            parts.append(tag("details", summary + "".join(self.question_open(issue, "") for issue in rest)))
        return self.section("open", "\n".join(parts))

    def question_open(self, issue: Open, kind: str) -> str:
        """An open question with its possibilities."""
        head = tag("h3", f"{apart(issue.question or issue.name)} {self.named(issue)}")
        ways = "".join(
            tag("li", f"{text(self.words['taken' if way.taken else 'other'])} "
                f"{apart(' '.join(filter(None, (way.says, way.comes_to))))}"
                + (f" {tag('code', text(way.option))}" if way.option else ""))
            for way in issue.possibilities
        )  # fmt: skip
        return tag("div", head + tag("ul", ways, "ways"), kind, id=issue.id)

    def named(self, issue: Open) -> str:
        """The name of a reading, and the articles that leave it open."""
        told = f"{text(issue.name)} {self.refs(issue.articles)}".strip()
        return tag("span", told, "dim") if issue.question else ""

    def next(self, decision: Next) -> str:
        """The decision that comes next."""
        rows = [
            tag("li", apart(decision.text)),
            *(tag("li", apart(told), "dim") for told in decision.refused),
        ]
        return self.section("next", tag("ul", "".join(rows)))

    def termed(self, rows: Sequence[Term]) -> str:
        """The terms of the page in the language of the book, folded."""
        told = "".join(
            tag("li", f"{apart(row.word)} {tag('span', text(row.term), lang=row.language)}") for row in rows
        )
        return self.folded("terms", self.heads["terms"], tag("ul", told)) if rows else ""

    def checked(self, check: Checked) -> str:
        """The claims of the fixture; open and red where they do not hold."""
        if not check.text:
            return ""
        failing = bool(check.failures)
        rows = "".join(tag("li", apart(told), "fails") for told in check.failures)
        content = tag("p", text(check.text)) + (tag("ul", rows) if rows else "")
        content += tag("p", apart(check.far), "dim") if check.far else ""
        head = self.words["test-fails" if failing else "test"]
        return self.folded("test", head, content, failing, "fails" if failing else "")


# --- the board before and after ------------------------------------------------------------------------
class Mat:
    """Draws boards in the words of one language."""

    def __init__(self, words: Phrases) -> None:
        self.words = words["html"]

    def views(self, seen: Mapping[str, Boards]) -> str:
        """The board as each of several readers sees it, one at a time; without a switch where there is one
        reader.
        """
        if len(seen) == 1:
            (boards,) = seen.values()
            return tag("div", tag("div", self.sides(boards), "view"), "views one")
        switches = "".join(map(self.switch, seen))
        shown = "".join(
            tag("div", self.sides(view), f"view of-{seat or 'all'}") for seat, view in seen.items()
        )
        return tag("div", switches + shown, "views", role="group", aria_label=self.words["seen-as"])

    def switch(self, seat: str) -> str:
        """The buttons that choose a reader."""
        name = seat or "all"
        checked = "" if seat else " checked"
        label = fill(self.words["as"], {"seat": seat}) if seat else self.words["as-all"]
        box = f'<input type="radio" name="view" id="v-{name}"{checked}>'
        return box + tag("label", text(label), for_=f"v-{name}")

    def sides(self, boards: Boards) -> str:
        """Both players, side by side where there is room."""
        pairs = zip(boards.before, boards.after, strict=True)
        return tag("div", "".join(self.side(before, after) for before, after in pairs), "sides")

    def side(self, before: Side, after: Side) -> str:
        """One player: scores, then every zone that had cards or has some."""
        scores = [self.row(name.upper(), str(was), str(now)) for (name, was), (_, now) in
                  zip(before.scores, after.scores, strict=True)]  # fmt: skip
        was, now = ({zone.key: zone for zone in side.zones} for side in (before, after))
        zones = [self.zone(was.get(key), now.get(key)) for key in in_order(was, now)]
        return tag("div", tag("h3", text(before.seat)) + "".join((*scores, *zones)))

    def zone(self, before: Zone | None, after: Zone | None) -> str:
        """One zone before and after."""
        zone = after or before
        assert zone is not None
        return self.row(zone.name, self.cards(before), self.cards(after), plain=False)

    def row(self, name: str, was: str, now: str, plain: bool = True) -> str:
        """A name with the values before and after; one value where nothing changed."""
        told = [apart(value) if plain else value for value in (was, now)]
        if was == now:
            values = tag("dd", told[1])
        else:
            values = tag("dd", told[0], "was", data_when=self.words["was"]) + tag(
                "dd", told[1], "now", data_when=self.words["now"]
            )
        return tag("dl", tag("dt", apart(name)) + values, "zone")

    def cards(self, zone: Zone | None) -> str:
        """The cards of a zone, and the count of the others."""
        shown = [] if zone is None else list(map(self.card, zone.cards))
        if zone is not None and zone.unseen:
            key = "unseen" if zone.cards else "so-many" if zone.unseen > 1 else "one-card"
            shown.append(tag("span", text(fill(self.words[key], {"n": zone.unseen})), "dim"))
        return " ".join(shown) or tag("span", text(self.words["empty"]), "dim")

    def card(self, card: Lying) -> str:
        """A card with its states and numbers."""
        notes = [*map(apart, card.states), *(apart(self.number(number)) for number in card.numbers)]
        notes += [apart(fill(self.words["under"], {"cards": ", ".join(card.under)}))] if card.under else []
        notes += [apart(fill(self.words["beneath"], {"card": card.on}))] if card.on else []
        told = f" {tag('span', ' · '.join(notes), 'dim')}" if notes else ""
        return tag("span", tag("b", apart(card.name)) + told, "card")

    def number(self, number: Number) -> str:
        """A number, with the printed one where that is another."""
        if number.printed in (None, number.now):
            return f"{number.name} {number.now}"
        return fill(self.words["number"], {"name": number.name, "now": number.now, "printed": number.printed})


def in_order(before: Mapping[str, Zone], after: Mapping[str, Zone]) -> Iterator[str]:
    """The zones of both positions in the rulebook's order, each once."""
    first, second = list(before), list(after)
    yield from dict.fromkeys(zone for pair in zip_longest(first, second) for zone in pair if zone is not None)
