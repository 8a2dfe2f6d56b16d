"""The form as a web page: what is asked, where the game stands, what lies there, what happened before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from judge.render.html.style import BASE
from judge.render.markup import apart, page, tag, text, text_lines
from judge.serving.orders import Answer, Wrong
from judge.speech.catalogue import Phrases, fill

FIELDS: Final = ("question", "game", "where", "board", "cards", "before")
SHOWN: Final = 24  # letters of what was typed that are shown where it is wrong
LONG: Final = ("board", "cards", "before")

STYLE: Final = (
    BASE
    + """
label { display: block; margin-top: .8rem; font-weight: 600; }
input, textarea, select { width: 100%; min-height: 2.75rem; padding: .5rem .7rem; font: inherit; color: var(--ink);
  background: var(--card); border: 1px solid var(--line); border-radius: .4rem; }
textarea { resize: vertical; }
button { width: 100%; min-height: 3rem; margin-top: 1rem; font: inherit; font-weight: 700; color: var(--page);
  background: var(--link); border: 0; border-radius: .4rem; }
.help { font-size: .85rem; } .toml textarea { font-family: monospace; font-size: .85rem; min-height: 14rem; }
.ways { display: flex; flex-wrap: wrap; gap: 0 1rem; } .ways a { padding: .6rem 0; }
"""  # noqa: E501
)


class FormPage:
    """Draws the form in the words of one language."""

    def __init__(
        self, words: Phrases, lang: str, games: Mapping[str, str], keeps: bool, examples: Phrases
    ) -> None:
        self.words = {**words["form"], **words["serve"]}  # most questions are those of a terminal
        self.lang = lang
        self.games = games
        self.keeps = keeps
        self.examples = examples  # by game, by field

    def form(self, values: Mapping[str, str], answer: Answer = Answer()) -> str:  # noqa: B008  # it cannot be changed
        """The form with what was typed, and what is wrong with it."""
        game = values.get("game", "")
        fields = "\n".join(self.field(name, values.get(name, ""), answer.wrong, game) for name in FIELDS)
        others = "".join(map(self.told, self.of_none(answer.wrong, FIELDS)))
        send = tag("button", text(self.words["send"]), type="submit")
        form = tag("form", fields + self.reader(values) + self.language() + send, method="post", action="/")
        return self.page(self.words["title"], others + form + self.ways())

    def toml(self, value: str, answer: Answer = Answer()) -> str:  # noqa: B008  # it cannot be changed
        """A dispute as it is written in a file, and what is wrong with it."""
        wrong = "".join(map(self.told, answer.wrong))
        area = tag(
            "textarea", text_lines(value), name="toml", id="toml", spellcheck="false", autocapitalize="off"
        )
        label = tag("label", text(self.words["toml"]), for_="toml")
        send = tag("button", text(self.words["send"]), type="submit")
        form = tag("form", label + area + wrong + send, "toml", method="post", action="/toml")
        return self.page(self.words["title"], form + self.ways())

    def keep(self, answer: Answer, fault: str = "") -> str:
        """Draws the form that keeps a dispute under a name, and says why the last attempt was refused."""
        label = tag("label", text(self.words["keep"]), for_="name")
        hidden = tag("textarea", text_lines(answer.toml), name="toml", hidden="hidden", aria_label="toml")
        field = '<input id="name" name="name" pattern="[a-z0-9][a-z0-9-]*" maxlength="60" required>'
        told = tag("p", text(self.words[f"keep-{fault}"]), "fails") if fault else ""
        send = tag("button", text(self.words["keep-it"]), type="submit")
        return self.page(
            self.words["keep-it"],
            tag("form", label + field + told + hidden + send, method="post", action="/kept"),
        )

    def kept(self, names: Sequence[str]) -> str:
        """The disputes that are kept."""
        rows = "".join(tag("li", tag("a", text(name), href=f"/kept/{name}")) for name in names)
        return self.page(
            self.words["kept"],
            (tag("ul", rows) if rows else tag("p", text(self.words["none"]))) + self.ways(),
        )

    def said(self, key: str) -> str:
        """A page that says why there is no ruling."""
        return self.page(self.words["title"], tag("p", text(self.words[key]), "fails") + self.ways())

    # --- its parts -------------------------------------------------------------------------------
    def field(self, name: str, value: str, wrong: Sequence[Wrong], game: str) -> str:
        """One question with its field, its help and what is wrong with the answer."""
        label = tag("label", text(self.words[name]), for_=name)
        told = "".join(self.told(fault, value) for fault in wrong if fault.field == name)
        told_of = " ".join((self.words[f"{name}-help"], *self.example(name, game))).strip()
        help_ = tag("p", text(told_of), "help dim", id=f"{name}-help")
        return label + self.control(name, value, bool(told)) + told + help_

    def example(self, name: str, game: str) -> Iterator[str]:
        """What could be typed in the game that is chosen; a question of each where none is."""
        for example_game, rows in self.examples.items():
            if name in rows and (example_game == game or (not game and name == "question")):
                shown = rows[name] if game else f"{rows[name]} ({example_game})"
                yield fill(self.words["for-example"], {"text": shown})

    def control(self, name: str, value: str, wrong: bool) -> str:
        """The input element of an answer."""
        marks = {
            "name": name,
            "id": name,
            "aria_describedby": f"{name}-help",
            "aria_invalid": "true" if wrong else "",
        }
        if name == "game":
            return tag(
                "select",
                "".join(self.option(game, title, value) for game, title in self.games.items()),
                **marks,
            )
        marks |= {"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}
        if name in LONG:
            return tag("textarea", text_lines(value), rows="3", **marks)
        return tag("input", "", value=value, **marks).removesuffix("</input>")

    def option(self, key: str, title: str, value: str) -> str:
        """One game."""
        chosen = " selected" if key == value else ""
        return f'<option value="{text(key)}"{chosen}>{text(title)}</option>'

    def reader(self, values: Mapping[str, str]) -> str:
        """The field that says for whom the ruling is."""
        rows = {"": self.words["everybody"], "A": "A", "B": "B"}
        options = "".join(self.option(key, title, values.get("seat", "")) for key, title in rows.items())
        label = tag("label", text(self.words["seat"]), for_="seat")
        return label + tag("select", options, name="seat", id="seat")

    def language(self) -> str:
        """A hidden field that keeps the language in which the form was asked for."""
        return tag("input", "", type="hidden", name="lang", value=self.lang).removesuffix("</input>")

    def told(self, excerpt: Wrong, value: str = "") -> str:
        """The faults of the form, each with its place, as an alert."""
        fault = value[excerpt.column - 1 :].partition("\n")[0][:SHOWN] if excerpt.column else ""
        at = f" {tag('code', apart(fill(self.words['at'], {'text': fault})))}" if fault else ""
        return tag("p", apart(excerpt.said) + at, "fails", role="alert")

    def of_none(self, wrong: Sequence[Wrong], fields: Sequence[str]) -> list[Wrong]:
        """The problems that belong to none of these fields."""
        return [fault for fault in wrong if fault.field not in fields]

    def ways(self) -> str:
        """Links to the other pages."""
        links = [("/", "again"), ("/toml", "as-toml"), *([("/kept", "kept")] if self.keeps else [])]
        return tag(
            "p",
            " ".join(tag("a", text(self.words[key]), href=f"{path}?lang={self.lang}") for path, key in links),
            "ways",
        )

    def page(self, title: str, body: str) -> str:
        """A page whose forms are sent to the server that it came from."""
        return page(title, STYLE, tag("main", tag("h1", text(title)) + body), self.lang, sends=True)
