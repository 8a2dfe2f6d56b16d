"""Commands of `judge step`: what a typed line means, which is a letter with its arguments, or an answer."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from judge.cli.options import check_written
from judge.cli.output import write_readable
from judge.play.ruling import bare
from judge.render.fixtures import OF_ITS_SCRIPT, pause_text, printable, taken_readings, with_cards_whole
from judge.speech.catalogue import fill
from judge.stepping.decision import NoAnswer
from judge.stepping.session import Session
from judge.text.numbers import is_figures
from judge.text.plain import Json
from judge.text.rows import NamedTuple

NOT_KEPT = (*OF_ITS_SCRIPT, "until", "ask")  # what the fixture says of its own script, and of its end


def stepped_text(session: Session) -> str:
    """The fixture with the script up to the moment shown. Played, it goes on to the next decision, or to
    where control is back at its step.
    """
    import tomli_w

    return f"{head(session)}\n{tomli_w.dumps(data_of(session))}"


def position_text(session: Session) -> str:
    """The position shown, as a saved pause."""
    return pause_text(bare(session.fixture, session.game))


def head(session: Session) -> str:
    """The comment at the top of the file."""
    fixture = session.fixture
    lines = [f"Played from {fixture.file} with `judge step`."]
    if fixture.book.overlays:
        lines.append(f"It was played with --overlay {' --overlay '.join(fixture.book.overlays)}.")
    lines.append("Title, articles and facts are to be written from the rulebook.")
    return "".join(f"# {printable(line)}\n" for line in lines)


def data_of(session: Session) -> dict[str, Json]:
    """The keys of the file."""
    fixture = session.fixture
    kept = {key: value for key, value in fixture.source.data.items() if key not in NOT_KEPT}
    data: dict[str, Json] = {**kept, "game": fixture.book.id}
    data["script"] = [line.text for line in session.script]
    readings = taken_readings(fixture)
    if readings:
        data["readings"] = readings
    return {**data, **with_cards_whole(fixture)}


# What may be typed, each with the phrase that tells what it does.
TYPED: Final = (
    ("n [N]", "n"), ("b [N]", "b"), ("d", "d"), ("f, l", "f"), ("g {typed-words}", "g"),
    ("{typed-answer}", "1"), ("u", "u"), ("a", "a"), ("m", "m"),
    ("s {typed-file}", "s"), ("p {typed-file}", "p"), ("q", "q"),
)  # fmt: skip
LONGEST: Final = 4  # digits of how often a command goes on or back


class Reply(NamedTuple):
    """The reply to a command: a message, whether something else is shown now, whether of that only the
    present moment, and whether it was the last command.
    """

    says: str = ""
    moved: bool = False
    here: bool = False
    mat: bool = False
    help: bool = False
    done: bool = False


class Commands:
    """Carries out commands on a session. `read` are the input files, which are never overwritten."""

    def __init__(self, session: Session, read: Sequence[str]) -> None:
        self.session = session
        self.read = read
        self.written: set[str] = set()  # these are written again unasked, and nothing else that is there
        self.bare: dict[str, Callable[[], Reply]] = {
            "d": self.decide,
            "f": lambda: self.to(0),
            "l": lambda: self.to(self.session.last),
            "u": self.undo,
            "a": self.unfold,
            "m": lambda: Reply(mat=True),
            "q": lambda: Reply(done=True),
            "?": lambda: Reply(help=True),
        }
        self.with_words: dict[str, Callable[[str], Reply]] = {
            "n": lambda words: self.walk(words, self.session.forward, self.at_end),
            "b": lambda words: self.walk(words, self.session.back, lambda: self.words["start"]),
            "g": self.goto,
            "s": lambda words: self.save(words, stepped_text, "saved"),
            "p": lambda words: self.save(words, position_text, "saved-position"),
        }

    @property
    def words(self) -> Mapping[str, str]:
        """The phrases of the dialogue."""
        return self.session.words

    def help(self) -> Iterator[tuple[str, str]]:
        """The commands, each with what it does."""
        yield from ((fill(typed, self.words), self.words[f"help-{key}"]) for typed, key in TYPED)

    def obey(self, text: str) -> Reply:
        """Carries out what was typed; an empty line goes on."""
        word, _, rest = text.strip().partition(" ")
        if not word:
            return self.with_words["n"]("")
        if word in self.with_words:
            return self.with_words[word](rest.strip())
        if word in self.bare and not rest:
            return self.bare[word]()
        return self.choose(text.split())

    # --- moving about --------------------------------------------------------------------------
    def walk(self, words: str, step: Callable[[], bool], end: Callable[[], str]) -> Reply:
        """Goes on or back, so many times, or as far as possible."""
        if words and not (is_figures(words) and len(words) <= LONGEST):
            return Reply(fill(self.words["often"], {"words": words}))
        done = 0
        while done < int(words or 1) and step():
            done += 1
        return Reply("" if done == int(words or 1) else end(), done > 0)

    def at_end(self) -> str:
        """Why nothing comes after what is shown."""
        if self.session.asks and not self.session.seat:
            return self.words["choose"]
        return self.session.why_ended()

    def to(self, at: int) -> Reply:
        """Goes to a moment."""
        self.session.to(at)
        return Reply(moved=True)

    def decide(self) -> Reply:
        """Goes on to the next decision."""
        moved = self.session.next_decision()
        return Reply("" if moved else self.words["none-next"], moved)

    def goto(self, words: str) -> Reply:
        """Goes to an article, a window or words."""
        if not words:
            return Reply(self.words["where"])
        moved = self.session.goto(words)
        return Reply("" if moved else fill(self.words["nowhere"], {"words": words}), moved)

    def unfold(self) -> Reply:
        """Shows every line, or those that matter."""
        self.session.unfold(not self.session.every)
        return Reply(self.words["every" if self.session.every else "main"], True, True)

    # --- choosing and saving -------------------------------------------------------------------
    def choose(self, words: Sequence[str]) -> Reply:
        """Answer the decision."""
        try:
            line = self.session.choose(words)
        except NoAnswer as error:
            hinted = not (self.session.asks or self.session.seat)
            return Reply(fill(self.words["hint"], {"text": error}) if hinted else str(error))
        return Reply(fill(self.words["answered"], {"line": line.text}), True)

    def undo(self) -> Reply:
        """Take the last choice back."""
        moved = self.session.undo()
        return Reply(self.words["undone" if moved else "not-chosen"], moved, True)

    def save(self, path: str, text: Callable[[Session], str], key: str) -> Reply:
        """Writes a file, wholly or not at all, and never over an existing one."""
        if self.session.seat:
            return Reply(fill(self.words["hidden"], {"seat": self.session.seat}))
        if not path:
            return Reply(self.words["file"])
        problems = list(check_written("this", path, self.read))
        if not problems and os.path.lexists(path) and path not in self.written:
            return Reply(fill(self.words["file-there"], {"path": path}))
        problem = problems[0] if problems else write_readable(path, text(self.session))
        if problem is not None:
            return Reply(problem.text())
        self.written.add(path)
        return Reply(fill(self.words[key], {"path": path, "n": len(self.session.script)}))
