"""Walking through a ruling on a screen of its own: the mat, the trace, the article, the decision."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Footer, Input, OptionList, Static
from textual.widgets.option_list import Option

from judge.cli.step_commands import Commands, Reply
from judge.render.mat import Row, article_rows, aside_rows, line_rows, mat_rows, paragraph
from judge.speech.catalogue import fill
from judge.stepping.decision import LEAD, ShownDecision
from judge.stepping.mat import mat_of
from judge.text.visible import visible, visible_lines

STYLES: Final = {
    "seat": "bold",
    "zone": "bold cyan",
    "card": "",
    "line": "dim",
    "article": "cyan",
    "aside": "dim",
    "here": "reverse",
    "later": "dim",
}
ROOMY: Final = 34  # rows of a screen on which the mat has a line for each card
# Keys that stand for a command, with the phrase that the foot of the screen has for them.
OBEYED: Final = (("right,n", "n"), ("left,b", "b"), ("d", "d"), ("u", "u"), ("a", "a"), ("q", "q"))
TYPED: Final = (("g,slash", "g ", "g"), ("c", "", "c"), ("s", "s ", "s"))  # those of which the rest is typed
SHOWN: Final = {"right,n": "\N{RIGHTWARDS ARROW}", "left,b": "\N{LEFTWARDS ARROW}", "g,slash": "g"}


def text_of(rows: Sequence[Row]) -> Text:
    """Rows with their styles."""
    text = Text(no_wrap=True, overflow="ellipsis")
    for n, row in enumerate(rows):
        text.append("\n" if n else "")
        for piece in row:
            text.append(piece.text, STYLES[piece.kind])
    return text


class Screen(App[int]):
    """The screen of one session; every change goes through its commands, as they can be typed."""

    CSS = """
    #title { height: 1; text-style: bold; }
    #board { height: auto; max-height: 60%; }
    #below { height: 1fr; }
    VerticalScroll { scrollbar-size-vertical: 1; }
    #trace { width: 1fr; scrollbar-gutter: stable; }
    #beside { width: 1fr; border-left: solid $primary; padding: 0 0 0 1; }
    #book { height: auto; max-height: 50%; }
    #asked { height: auto; }
    #choices { height: auto; max-height: 50%; border: none; padding: 0; background: $background; }
    #aside { height: auto; }
    #said { height: auto; max-height: 15; display: none; background: $panel; }
    #typed { display: none; height: 1; border: none; padding: 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("p", "type('p ')", show=False),
        Binding("f,home", "obey('f')", show=False),
        Binding("l,end", "obey('l')", show=False),
        Binding("escape", "silence", show=False),
        *(Binding(str(n), f"obey('{n}')", show=False) for n in range(1, 10)),
    ]
    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = None  # letters are keys until something is to be typed

    def __init__(self, commands: Commands) -> None:
        super().__init__()
        self.commands = commands
        self.session = commands.session

    def compose(self) -> ComposeResult:
        """The parts of the screen."""
        yield Static(id="title")
        with VerticalScroll(id="board", can_focus=False):
            yield Static(id="mat")
        with Horizontal(id="below"):
            with VerticalScroll(id="trace", can_focus=False):
                yield Static(id="lines")
            with Vertical(id="beside"):
                with VerticalScroll(id="book", can_focus=False):
                    yield Static(id="articles")
                yield Static(id="asked")
                yield OptionList(id="choices", markup=False)
                with VerticalScroll(can_focus=False):
                    yield Static(id="aside")
        yield Static(id="said")
        yield Input(id="typed", select_on_focus=False)
        yield Footer()

    def on_mount(self) -> None:
        """Name the keys, and show the start once it is known how much room there is."""
        words = self.session.words
        for keys, text in OBEYED[:3]:
            self.bind(keys, f"obey('{text}')", description=words[f"key-{text}"], key_display=SHOWN.get(keys))
        for keys, text, name in TYPED:
            self.bind(keys, f"type('{text}')", description=words[f"key-{name}"], key_display=SHOWN.get(keys))
        for keys, text in OBEYED[3:]:
            self.bind(keys, f"obey('{text}')", description=words[f"key-{text}"])
        self.bind("question_mark", "obey('?')", description=words["key-help"], key_display="?")
        self.refresh_bindings()
        self.call_after_refresh(self.draw)

    def on_resize(self, event: events.Resize) -> None:
        """Show all in the new size."""
        self.call_after_refresh(self.draw)

    # --- what is shown -------------------------------------------------------------------------
    def draw(self) -> None:
        """Draws every part anew."""
        session = self.session
        book, model = session.fixture.book, session.fixture.model
        turn = fill(session.words["place"], {"turn": session.game.turn})
        place = f"{session.told}/{len(session.lines)}  {turn}"
        title = "  ".join(part for part in (f"{book.id} {book.version}", place, model.title) if part)
        self.query_one("#title", Static).update(Text(visible(title), no_wrap=True, overflow="ellipsis"))
        self.draw_mat()
        self.draw_decision(session.decision())
        self.call_after_refresh(self.draw_trace)

    def draw_mat(self) -> None:
        """The mat: with a line for each card where the screen is high."""
        wide, most = self.size.width, self.size.height * 6 // 10
        room = most if self.size.height >= ROOMY else 0
        mat, active = mat_of(self.session.narrator()), self.session.game.active
        rows = mat_rows(mat, wide, room, active)
        if len(rows) > most:  # a bar stands beside it
            rows = mat_rows(mat, wide - 1, room, active)
        self.query_one("#mat", Static).update(text_of(rows))

    def draw_trace(self) -> None:
        """The lines of the trace: those of this moment marked and in sight, later ones dim."""
        session, pane = self.session, self.query_one("#trace", VerticalScroll)
        wide = max(30, pane.scrollable_content_region.width)
        rows: list[Row] = []
        seen = 0
        for line in session.lines:
            late = line.moment > session.at
            kind = "later" if late else "here" if line.moment == session.at else "card"
            rows += line_rows(line, wide, kind)
            seen = seen if late else len(rows)
        ended = session.why_ended()
        rows += paragraph(ended, wide, "seat") if ended else ()
        self.query_one("#lines", Static).update(text_of(rows))
        seen = len(rows) if ended else seen
        pane.scroll_to(y=max(0, seen - pane.size.height * 2 // 3), animate=False)

    def draw_decision(self, decision: ShownDecision | None) -> None:
        """The article, and below it the question, or nothing."""
        wide = max(30, self.size.width // 2 - 4)
        articles = list(article_rows(self.session.articles(), wide))
        self.query_one("#articles", Static).update(text_of(articles))
        choices = self.query_one("#choices", OptionList)
        choices.clear_options()
        asked = list(paragraph(decision.text, wide, "seat")) if decision is not None else []
        aside = list(aside_rows(decision, wide, self.session.words)) if decision is not None else []
        self.query_one("#asked", Static).update(text_of(asked))
        self.query_one("#aside", Static).update(text_of(aside))
        book = self.query_one("#book", VerticalScroll)
        book.styles.max_height = "50%" if decision is not None else "100%"
        choices.display = decision is not None and bool(decision.choices)
        for n, choice in enumerate(decision.choices if decision is not None else (), 1):
            choices.add_option(Option(Text(visible(f"{n:>3}  {choice}"))))
        if choices.display:
            choices.highlighted = 0
        self.listen()

    def listen(self) -> None:
        """Puts the focus back: keys are commands, and choose where something is asked."""
        choices = self.query_one("#choices", OptionList)
        self.set_focus(choices if choices.display else None)

    def say(self, text: str) -> None:
        """Shows a message until the next key."""
        widget = self.query_one("#said", Static)
        widget.update(Text(visible_lines(text)))
        widget.display = bool(text)

    # --- what is done --------------------------------------------------------------------------
    def action_obey(self, text: str) -> None:
        """A key that stands for a whole command."""
        self.answer(self.commands.obey(text))

    def answer(self, reply: Reply) -> None:
        """Shows what a command did."""
        if reply.done:
            self.exit(0)
            return
        help = "\n".join(f"{letters:<13}{what}" for letters, what in self.keys())
        self.say(help if reply.help else reply.says)
        if reply.moved:
            self.draw()

    def keys(self) -> Iterator[tuple[str, str]]:
        """The keys, and what they do."""
        words = self.session.words
        yield "\N{UPWARDS ARROW} \N{DOWNWARDS ARROW} Enter", words["help-enter"]
        yield "c", words["help-c"]
        for letters, what in self.commands.help():
            if letters[0] not in "1m":
                yield letters.partition(" ")[0] if letters[1:2] == " " else letters, what

    def action_type(self, text: str) -> None:
        """Opens the line in which the rest of a command is typed."""
        typed = self.query_one("#typed", Input)
        typed.value, typed.display = text, True
        typed.focus()
        typed.cursor_position = len(text)

    def action_silence(self) -> None:
        """Closes that line, and the message."""
        self.query_one("#typed", Input).display = False
        self.say("")
        self.listen()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """A typed line is a command, as in the line-by-line mode."""
        self.action_silence()
        if event.value.strip():
            self.answer(self.commands.obey(event.value))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """An answer; where several are wanted, the first of their numbers."""
        ask, n = self.session.game.ask, event.option_index + 1
        several = ask is not None and ask.kind in LEAD and ask.most != 1
        if several:
            self.action_type(f"{n} ")
        else:
            self.action_obey(str(n))
