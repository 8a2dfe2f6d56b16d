"""A session of `judge step`: the moment that is shown, moving from it, and trying another choice there.

It draws nothing itself: `judge/cli/step.py` shows it line by line, `step_screen.py` on a screen of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from judge.engine import trace
from judge.engine.effects.reader import Reader
from judge.engine.kernel.state import Game
from judge.engine.kernel.tracer import Entry
from judge.fixture.load import Fixture
from judge.fixture.script import Line, parse_line, read_answer
from judge.page.articles import ArticleTexts
from judge.page.asked import found as found_at
from judge.play.reasons import within
from judge.play.ruling import Ruling, bare
from judge.play.script_lines import WAIT, speaks_up
from judge.rulebook.articles import Article
from judge.speech.catalogue import fill
from judge.speech.sentences import Teller
from judge.stepping.decision import ShownDecision, decision_of, line_for
from judge.stepping.kept_run import KeptRun, Moment, Told, moment_after, told_lines, with_lines
from judge.text.folded_words import fold
from judge.text.rows import NamedTuple


class Walked(NamedTuple):
    """A run and the moment that was shown, to return to when a choice is taken back."""

    run: KeptRun
    at: int


class Session:
    """A fixture that is walked through. `at` is the moment shown; 0 is the board as set up.

    Raises BadInput where a saved pause that was changed cannot be played on.
    """

    seat = ""  # who looks; "" sees everything

    def __init__(self, fixture: Fixture, lang: str = "en", every: bool = False) -> None:
        self.lang = lang
        self.every = every
        self.earlier: list[Walked] = []
        self.at = 0
        self.show(self.begun(fixture), 0)

    def begun(self, fixture: Fixture) -> KeptRun:
        """The run of the script as it is written."""
        run = KeptRun(with_lines(fixture, fixture.lines))
        run.play_kept()
        return run

    def show(self, run: KeptRun, at: int) -> None:
        """Shows a moment of a run."""
        self.run, self.at = run, at
        self.teller = Teller(self.ruling(len(run.moments) - 1), self.seat, self.lang)
        self.lines: tuple[Told, ...] = tuple(told_lines(self.teller, run.moments, self.every))

    def ruling(self, at: int) -> Ruling:
        """The run up to a moment as a ruling, without checks of claims and facts."""
        moment = self.run.moments[at]
        entries = self.run.trace.entries[: moment.told]
        return bare(self.run.fixture, moment.game, entries, self.run.acts)._replace(viewer=self.run.viewer)

    # --- what is looked at -----------------------------------------------------------------
    @property
    def fixture(self) -> Fixture:
        """The fixture, with the script as it is now."""
        return self.run.fixture

    @property
    def moment(self) -> Moment:
        """The moment shown."""
        return self.run.moments[self.at]

    @property
    def game(self) -> Game:
        """The position shown; it must not be changed."""
        return self.moment.game

    @property
    def last(self) -> int:
        """The last moment."""
        return len(self.run.moments) - 1

    @property
    def script(self) -> tuple[Line, ...]:
        """The script lines that were taken so far."""
        return tuple(self.run.lines[: self.moment.at])

    @property
    def here(self) -> tuple[Told, ...]:
        """The lines that have just been told."""
        return tuple(line for line in self.lines if line.moment == self.at)

    @property
    def told(self) -> int:
        """The number of lines told so far."""
        return sum(line.moment <= self.at for line in self.lines)

    @property
    def words(self) -> Mapping[str, str]:
        """The phrases of `judge step`, in the language asked for."""
        return self.teller.words["step"]

    def narrator(self) -> Teller:
        """The teller for the position shown, which knows nothing of later moments."""
        return Teller(self.ruling(self.at), self.seat, self.lang)

    @property
    def asks(self) -> bool:
        """Does somebody have to decide here?"""
        return bool(self.moment.asked)

    def decision(self) -> ShownDecision | None:
        """The pending decision, if there is one."""
        if not self.asks:
            return None
        return decision_of(self.narrator(), self.run.acts.get(self.moment.told, ""))

    def articles(self) -> list[Article]:
        """The articles of the lines told here, with their texts."""
        texts = ArticleTexts(self.fixture.book, self.teller.words, self.lang)
        articles = ((rule, texts.article(rule)) for rule in dict.fromkeys(self.rules()))
        return [
            article._replace(id=rule, summary=self.marked(article))
            for rule, article in articles
            if article is not None
        ]

    def marked(self, article: Article) -> str:
        """The text of an article, marked where it is not in the language asked for."""
        if not article.summary or article.language == self.lang:
            return article.summary
        return fill(self.teller.words["sheet"]["foreign"], {"text": article.summary})

    def rules(self) -> Iterator[str]:
        """The numbers of these articles: of the lines, of the decision, else of the last line."""
        game = self.game
        rules = [rule for line in self.here for rule in line.step.articles]
        if self.asks and game.ask is not None and game.ask.rule:
            rules.append(game.ask.rule)
        yield from rules or self.latest()

    def latest(self) -> Iterator[str]:
        """The article of the last line that has one; at the start that of the step at hand."""
        entries = self.run.trace.entries[: self.moment.told]
        told = next((entry.rule for entry in reversed(entries) if entry.rule), "")
        yield from (told,) if told else self.at_hand(self.game)

    def at_hand(self, game: Game) -> Iterator[str]:
        """The article of the step at which a game is."""
        if game.agenda:
            frame = game.agenda[-1]
            steps = self.fixture.book.procedures[frame.procedure].steps if frame.step else ()
            yield from (step.rule for step in steps if step.id == frame.step and step.rule)

    def why_ended(self) -> str:
        """At the last moment, why nothing comes after it; "" elsewhere."""
        table = self.words
        if self.at < self.last:
            return ""
        if self.run.gap:
            return fill(table["gap"], {"gap": self.run.gap})
        if self.run.misfit is not None:
            return self.misfit()
        if self.game.result is not None:
            return str(self.teller.words["text"]["over"])
        if self.asks:
            return ""
        asked = self.moment.asked
        return fill(table["waits"], {"seat": asked}) if asked else table["ends"]

    def misfit(self) -> str:
        """Why the next line of the script cannot be played."""
        misfit, run = self.run.misfit, self.run
        assert misfit is not None
        if misfit.refusal is not None:
            why = next((text for _, text in found_at(self.teller, [misfit.refusal])), "")
            return fill(self.words["refused-by"], {"rule": misfit.refusal.rule, "why": why})
        line = run.lines[run.at].text if run.more() else ""
        return fill(self.words["misfit-why"], {"line": line, "why": misfit.problems[0].message})

    # --- moving about ------------------------------------------------------------------------
    def stops(self) -> list[int]:
        """The moments at which stepping stops: after a line, at a decision, the first and the last."""
        moments = {0, self.last, *(line.moment for line in self.lines)}
        return sorted(moments | set(self.decisions()))

    def decisions(self) -> Iterator[int]:
        """The moments of decisions; where every line is shown, also those at which a player could only have
        spoken up.
        """
        book = self.fixture.book
        for at, moment in enumerate(self.run.moments):
            ask = moment.game.ask
            if ask is None or moment.game.result is not None:
                continue
            if self.every or at == self.last or moment.told in self.run.acts or not speaks_up(book, ask):
                yield at

    def forward(self) -> bool:
        """Goes on to the next stop; at the end, where nobody is asked, plays on. False where there is nothing
        more.
        """
        after = [stop for stop in self.stops() if stop > self.at]
        if after:
            self.at = after[0]
            return True
        return self.play_on()

    def back(self) -> bool:
        """Goes back to the previous stop. False where there is none."""
        before = [stop for stop in self.stops() if stop < self.at]
        self.at = before[-1] if before else self.at
        return bool(before)

    def to(self, at: int) -> None:
        """Shows a moment; the last one where there is no such moment."""
        self.at = max(0, min(at, self.last))

    def next_decision(self) -> bool:
        """Goes on to the next decision. False where there is none."""
        after = [decision for decision in self.decisions() if decision > self.at]
        self.at = after[0] if after else self.at
        return bool(after)

    def goto(self, words: str) -> bool:
        """Goes to where an article acts next, a window opens or a line has these words; after the end the
        search goes on from the start. False where nothing is found.
        """
        moments = sorted(set(self.places(words.strip()))) if words.strip() else []
        if not moments:
            return False
        self.at = next((moment for moment in moments if moment > self.at), moments[0])
        return True

    def places(self, words: str) -> Iterator[int]:
        """The moments with something of that name: an article or a window if there is one, else a line with
        these words.
        """
        ends = [moment.told for moment in self.run.moments]
        at = [
            moment_after(ends, n)
            for n, entry in enumerate(self.run.trace.entries)
            if self.is_named(entry, words)
        ]
        yield from at or (line.moment for line in self.lines if fold(words) in fold(line.step.text))

    def is_named(self, entry: Entry, words: str) -> bool:
        """Does a line of the trace act by this article, or open a window of that name?"""
        if entry.rule and within(entry.rule, words):
            return True
        return entry.kind is trace.WINDOW and words in (entry.data["window"], entry.step)

    # --- choosing ------------------------------------------------------------------------------
    def choose(self, words: Sequence[str]) -> Line:
        """Answers the pending decision, by the numbers of choices or in the words of a script line. What came
        after it is cut and played anew up to the next decision, unless it is the script's own answer. Raises
        NoAnswer, with the reason, where the answer may not be given.
        """
        line = line_for(self.narrator(), words)
        if self.is_scripted(line):
            self.forward()
            return line
        silence, at = self.silence(line), self.at
        run = KeptRun(with_lines(self.fixture, [*self.script, *silence, line]))
        run.resume(self.run, at)
        run.at += len(silence)
        run.play_kept()
        self.earlier.append(Walked(self.run, at))
        self.show(run, at)
        self.forward()
        return line

    def is_scripted(self, line: Line) -> bool:
        """Does the script give the same answer here?"""
        game, taken = self.game, parse_line(self.run.acts.get(self.moment.told, ""))
        if isinstance(taken, str) or game.ask is None:
            return False
        view = Reader(self.run.table, game)
        mine, own = (read_answer(view, game.ask, answer.words) for answer in (line, taken))
        return not own.error and mine.value == own.value

    def silence(self, line: Line) -> list[Line]:
        """The passes that have to be written out before a line, as the script would otherwise take an earlier
        chance for it.
        """
        game = self.game
        if game.ask is None or not speaks_up(self.fixture.book, game.ask):
            return []
        chances = [
            moment
            for moment in self.run.moments[: self.at]
            if moment.at == self.moment.at and moment.game.ask is not None
            and moment.asked == line.seat and speaks_up(self.fixture.book, moment.game.ask)
        ]  # fmt: skip
        wait = parse_line(f"{line.seat}: {WAIT}")
        assert not isinstance(wait, str)
        return [wait] * len(chances)

    def play_on(self) -> bool:
        """Plays past the end of the script, where nobody is asked, to the next decision. False where nothing
        comes.
        """
        run, moments = self.run, self.run.moments
        if self.asks or self.game.result is not None or run.misfit is not None or run.gap:
            return False
        from_ = max(
            at for at, moment in enumerate(moments) if run.unpeeked < 0 or moment.told <= run.unpeeked
        )
        onward = KeptRun(self.fixture)
        onward.resume(run, from_)
        onward.onward = True
        onward.begun = False
        onward.last_turn = onward.game.turn
        onward.play_kept()
        if len(onward.moments) <= from_ + 1:
            return False
        self.earlier.append(Walked(run, self.at))
        self.show(onward, from_)
        return self.forward()

    def undo(self) -> bool:
        """Takes the last choice back, and shows the moment where it was made. False where there is none."""
        if not self.earlier:
            return False
        before = self.earlier.pop()
        self.show(before.run, before.at)
        return True

    def unfold(self, every: bool) -> None:
        """Shows every line of the trace, or only those that matter."""
        self.every = every
        self.show(self.run, self.at)
