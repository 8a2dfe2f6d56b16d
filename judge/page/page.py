"""The page of a ruling, put together for one reader in one language."""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from judge.page.answer import answer
from judge.page.asked import asked, following, heard
from judge.page.opened import checked, opened
from judge.page.parts import Asked, CardText, Open, Page, Questions, Reason, Step, Term
from judge.page.steps import steps
from judge.page.why import when, why
from judge.play.ruling import Ruling
from judge.speech.catalogue import Phrases
from judge.speech.sentences import Teller
from judge.text.source import read_text

PHRASED = {"zone": "zone", "mark": "mark", "window": "window", "attribute": "attr"}  # sections of phrases
MAIN = ("zone", "mark", "keyword", "window", "phase", "step")
NAMED = {"phase": "phase", "step": "step"}  # what follows the name of one


@functools.lru_cache(maxsize=16)
def tables(folder: str) -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    """The terms of a rulebook, by language."""
    paths = sorted(Path(folder).glob("terms.*.toml"))
    return {path.name.split(".")[1]: tomllib.loads(read_text(path)) for path in paths}


def terms(
    folder: str, words: Phrases, asked: Iterable[Asked], why: Iterable[Reason], steps: Iterable[Step],
    more: Iterable[str],
) -> tuple[Term, ...]:  # fmt: skip
    """The terms that occur in the sentences of a page, in the rulebook's order."""
    by_lang = tables(folder)
    if not by_lang:
        return ()
    sentences = [
        *(entry.question for entry in asked), *(step.text for step in steps), *more,
        *(text for reason in why for text in (reason.title, reason.summary, *reason.here)),
    ]  # fmt: skip
    text = "\n".join(sentences)
    rows = (term for lang, table in by_lang.items() for term in spelt(lang, table, words))
    kept = {entry.term: entry for entry in reversed([row for row in rows if occurs(row.word, text)])}
    return tuple(reversed(kept.values()))


def spelt(lang: str, table: Mapping[str, Mapping[str, str]], words: Phrases) -> Iterator[Term]:
    """Each term with the word that pages use for it."""
    for section, rows in table.items():
        phrases, follows = words.get(PHRASED.get(section, ""), {}), NAMED.get(section, "")
        for key, term in rows.items():
            word = phrases.get(key, key.replace("-", " ").replace("_", " ")).removeprefix("the ")
            word = word if follows in word else f"{word} {follows}"
            yield Term(word, term, lang, section in MAIN)


def occurs(word: str, text: str) -> bool:
    """Does a word stand in a text, as a whole word or two of them?"""
    return bool(re.search(rf"(?<![\w-]){re.escape(word)}s?(?![\w-])", text, re.IGNORECASE))


def page_of(ruling: Ruling, seat: str = "", lang: str = "en", every: bool = False) -> Page:
    """The seven parts of a ruling; for a `seat` without hidden information. With `every`, each line of the
    trace is told. Raises BadInput for a language without phrases.
    """
    teller = Teller(ruling, seat, lang)
    claims = heard(teller)
    rows, idle, by_line = steps(teller, every)
    rows_asked = tuple(asked(teller, claims))
    reasons = why(teller, claims, by_line)
    if ruling.fixture.model.ask and not ruling.unfit:
        # here and not at the head: few rulings ask, and what answers takes 15 ms to load
        from judge.page.questions import questions

        gathered = questions(teller, lang, len(rows_asked), reasons)
    else:
        gathered = Questions(why=tuple(reasons))
    told = answer(teller, claims, gathered.heads, gathered.kinds)
    following_ = following(teller)
    more = (*told.answers, *told.changes, following_.text, *following_.refused)
    return Page(
        told,
        (*rows_asked, *gathered.asked),
        gathered.why,
        tuple(dict.fromkeys((*when(teller, claims), *gathered.when))),
        rows,
        idle,
        tuple(with_decided(opened(teller), gathered.open)),
        following_,
        checked(teller),
        terms(teller.book.folder, teller.words, rows_asked, gathered.why, rows, more),
        texts_of(teller, every) if ruling.fixture.model.texts else (),
    )


def texts_of(teller: Teller, every: bool) -> tuple[CardText, ...]:
    """The texts of cards, where any were read."""
    from judge.page.card_texts import card_texts  # few rulings have such cards

    return tuple(card_texts(teller, every))


def with_decided(rows: Iterable[Open], decided: Sequence[Open]) -> Iterator[Open]:
    """The open questions of a ruling. If one of them has been decided, the decision is shown instead."""
    own = {matter.name: matter for matter in decided}
    for n, entry in enumerate(sorted((own.get(row.name, row) if not row.decides else row for row in rows),
                                   key=lambda matter: not matter.decides), 1):  # fmt: skip
        yield entry._replace(id=f"o{n}")
