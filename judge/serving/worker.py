"""`python -m judge.serving.worker`: reads one order, plays its dispute within bounds, writes the answer."""

from __future__ import annotations

import json
import resource
import sys
from contextlib import ExitStack
from functools import partial

from judge.errors import BadInput, NotImplementedYet, Problem
from judge.fixture.load import check
from judge.play.ruling import run
from judge.render.html.document import Around, draw
from judge.render.markup import tag, text, text_lines
from judge.serving.orders import MEMORY, SECONDS, Answer, Order, Wrong
from judge.shorthand.dispute_fields import DisputeFields
from judge.shorthand.known_cards import KnownCards, known_cards
from judge.speech.catalogue import Phrases, phrases
from judge.text.source import Source, parse_source
from judge.views.ruling import viewed

FILE = "dispute.toml"


def main() -> int:
    """Answer the order on standard input."""
    limit()
    order = Order(**json.loads(sys.stdin.buffer.read()))
    sys.stdout.buffer.write(json.dumps(answer(order)._asdict()).encode())
    return 0


def limit() -> None:
    """Bound what this process may take."""
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def answer(order: Order) -> Answer:
    """A ruling, or what is wrong with what was typed."""
    try:
        source = parse_source(order.toml, FILE) if order.toml else typed(order)
        return source if isinstance(source, Answer) else ruled(source, order)
    except BadInput as error:
        return Answer(wrong=tuple(map(wrong, error.problems)))
    except NotImplementedYet as error:
        return Answer(wrong=(Wrong("", 0, str(error)),))


def wrong(problem: Problem) -> Wrong:
    """A problem where it was typed."""
    if problem.file == FILE:
        return Wrong("toml", problem.column, problem._replace(file="").text())
    return Wrong(problem.file, problem.column, problem.parts()[1])


def ruled(source: Source, order: Order) -> Answer:
    """The page of a dispute. Raises BadInput."""
    fixture = check(source, "", {})
    ruling = viewed(fixture, order.seat) if order.seat else run(fixture)
    words = phrases(fixture.book.folder, order.lang)
    around = Around(home=f"/?lang={order.lang}", way="again", below=below(source.text, order, words))
    page, _ = draw(ruling, order.seat, order.lang, around)
    return Answer(page, source.text)


def below(toml: str, order: Order, words: Phrases) -> str:
    """The dispute as it is written in a file, and what keeps it."""
    table = words["serve"]
    shown = tag("details", tag("summary", text(table["as-toml"])) + tag("pre", text_lines(toml)))
    area = tag("textarea", text_lines(toml), name="toml", hidden="hidden")
    lang = f'<input type="hidden" name="lang" value="{text(order.lang)}">'
    button = tag("button", text(table["keep-it"]), type="submit")
    keep = tag("form", area + lang + button, method="post", action="/keep") if order.keeps else ""
    return tag("footer", shown + keep)


def typed(order: Order) -> Source | Answer:
    """The dispute that the fields of the form tell, or what is wrong with the first that is not right."""
    with ExitStack() as opened:
        fields = DisputeFields(
            order.fields.get("game", ""), FILE, partial(known, opened), lambda line: None, order.lang
        )
        for field in fields.all():
            text_ = order.fields.get(field.name, "").strip()
            if field.name != "game" and (text_ or field.wanted()):
                problems = field.take(text_)
                if problems:
                    return Answer(wrong=tuple(map(wrong, problems)))
        assert fields.source is not None
        return fields.source


def known(opened: ExitStack, game: str) -> KnownCards:
    """The cards of the catalogue."""
    cards, catalogue = known_cards(game, (), FILE)
    if catalogue is not None:
        opened.enter_context(catalogue)
    return cards


if __name__ == "__main__":
    sys.exit(main())
