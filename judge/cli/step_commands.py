"""What is typed while a ruling is walked through: a letter and what belongs to it, or an answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from judge.cli.options import check_written
from judge.cli.output import write_whole
from judge.errors import Problem
from judge.render.stepped import position_text, stepped_text
from judge.stepping.decision import NoAnswer
from judge.stepping.session import Session

HELP: Final = (
    ("n [N]", "on, to the next line or decision; N times; past the end of the script too"),
    ("b [N]", "back"),
    ("d", "on to the next decision"),
    ("f, l", "to the first moment, to the last"),
    ("g WORDS", "to where an article acts, a window opens or a line has these words; again: the next"),
    ("1 or words", "answer the decision by the number of a choice, by several, or as a script line does"),
    ("u", "undo the last choice"),
    ("a", "every line of the trace, or only those that matter"),
    ("m", "the mat"),
    ("s FILE", "save as a fixture: the board as it was set up, the script up to here"),
    ("p FILE", "save this very position, as `judge run --save` does"),
    ("q", "be done"),
)
LONGEST: Final = 4  # digits of how often a command goes on or back


class Reply(NamedTuple):
    """What a command did: what there is to say, whether something else is shown, and of that only where one
    stands now; whether it was the last.
    """

    says: str = ""
    moved: bool = False
    here: bool = False
    mat: bool = False
    help: bool = False
    done: bool = False


class Commands:
    """Carries out commands on a session. `read` are the files that nothing is written over."""

    def __init__(self, session: Session, read: Sequence[str]) -> None:
        self.session = session
        self.read = read
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
            "b": lambda words: self.walk(words, self.session.back, lambda: "That is the start."),
            "g": self.goto,
            "s": lambda words: self.save(words, stepped_text, lines_of(self.session)),
            "p": lambda words: self.save(words, position_text, "this position"),
        }

    def obey(self, text: str) -> Reply:
        """Carry out what was typed; nothing is going on."""
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
        """On or back, so many times, or as far as there is something."""
        if words and not (words.isascii() and words.isdigit() and len(words) <= LONGEST):
            return Reply(f"How many times? A number, not {words}.")
        done = 0
        while done < int(words or 1) and step():
            done += 1
        return Reply("" if done == int(words or 1) else end(), done > 0)

    def at_end(self) -> str:
        """Why nothing comes after what is shown."""
        if self.session.asks and not self.session.seat:
            return "The script ends here: choose."
        return self.session.why_ended()

    def to(self, at: int) -> Reply:
        """To a moment."""
        self.session.to(at)
        return Reply(moved=True)

    def decide(self) -> Reply:
        """On to the next decision."""
        moved = self.session.next_decision()
        return Reply("" if moved else "No other decision comes.", moved)

    def goto(self, words: str) -> Reply:
        """To an article, a window or words."""
        if not words:
            return Reply("To what? An article, a window, or words of a line.")
        moved = self.session.goto(words)
        return Reply(
            "" if moved else f"Nothing that is told is by {words}, and no line has these words.", moved
        )

    def unfold(self) -> Reply:
        """Every line, or those that matter."""
        self.session.unfold(not self.session.every)
        return Reply(
            "Every line is told." if self.session.every else "Only what matters is told.", True, True
        )

    # --- choosing and saving -------------------------------------------------------------------
    def choose(self, words: Sequence[str]) -> Reply:
        """Answer the decision."""
        try:
            line = self.session.choose(words)
        except NoAnswer as error:
            hint = "" if self.session.asks or self.session.seat else " `?` tells what may be typed."
            return Reply(f"{error}{hint}")
        return Reply(f"{line.text}.", True)

    def undo(self) -> Reply:
        """Take the last choice back."""
        moved = self.session.undo()
        return Reply("Taken back." if moved else "Nothing was chosen.", moved, True)

    def save(self, path: str, text: Callable[[Session], str], what: str) -> Reply:
        """Write a file wholly or not at all."""
        if self.session.seat:
            return Reply(f"What is saved has every card, and {self.session.seat} does not see them all.")
        if not path:
            return Reply("Into which file?")
        problems: list[Problem] = list(check_written("this", path, self.read))
        if not problems:
            problem = write_whole(path, text(self.session))
            problems = [problem] if problem is not None else []
        if problems:
            return Reply("\n".join(one.text() for one in problems))
        return Reply(f"Saved: {path}, {what}.")


def lines_of(session: Session) -> str:
    """How long the script is by now."""
    n = len(session.script)
    return f"{n} line{'' if n == 1 else 's'} of script"
