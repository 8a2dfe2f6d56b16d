"""Unoffered acts: tells why something that a script line names may not be done or chosen, because nothing of
the kind is offered or its card is not among the choosable ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from judge.board.position import find_card
from judge.citing.companions import companions
from judge.engine import trace
from judge.engine.effects.reader import Reader
from judge.engine.flow.engine import Engine
from judge.engine.flow.window_options import PASS
from judge.engine.kernel.state import Card, Condition, Decision, Game
from judge.engine.kernel.table import Table
from judge.engine.kernel.view import View
from judge.engine.language.conditions import misfit, wrong_type
from judge.engine.language.traits import names
from judge.errors import JudgeError
from judge.explain.explainer import Explainer
from judge.fixture.script import LEADS, Line, fits, read_answer, same_word
from judge.play.moments import Since, told
from judge.rulebook.act_names import offers_of, spoken
from judge.rulebook.articles import numbers_of
from judge.text.plain import Fields, Json


# --- why a card that a line names may not be chosen, where a choice is asked for -----------------------
def barring(at: Since, line: Line) -> Iterator[str]:
    """The articles by which cards that a line names may not be chosen here,
    as they were told when the choice was put together.
    """
    named = (find_card(at.engine.game, word) for word in line.words)
    cards = {card.id for card in named if card is not None}
    for entry in told(at)[at.mark :]:
        if entry.kind is trace.NOT_CHOOSABLE and entry.data["card"] in cards:
            yield from (entry.rule, *companions(at.engine.table, entry))


def unasked_choice(at: Since, line: Line) -> str:
    """The message that a claim is about the only possible cards, so that nobody is asked; "" otherwise."""
    chosen, view = line.words[1:], at.engine.view
    told = (entry for entry in at.entries if entry.kind is trace.FORCED and entry.data["seat"] == line.seat)
    if line.words[0] not in LEADS or not any(among(view, chosen, entry.data["cards"]) for entry in told):
        return ""
    return f"only {' '.join(line.words[1:])} could be chosen, so nobody is asked: take the line out"


def forced_by(view: View, line: Line) -> bool:
    """Does a line say the very thing that its player did since the last one without being asked?"""
    act, *named = line.words
    for words in [words for seat, words in view.forced if named and seat == line.seat]:
        if words[0] != "choose" and fits(line.words, words, view):
            return True
        if act in LEADS and len(named) == len(words) - 1 and among(view, named, words[1:]):
            return True
    return False


def among(view: View, words: Sequence[str], cards: Sequence[str]) -> bool:
    """Does each word name one of the cards? Some words do."""
    return bool(words) and all(any(same_word(word, card, view) for card in cards) for word in words)


def act_with_choice(table: Table, game: Game, line: Line) -> tuple[str, ...]:
    """The two script lines that together do what one line asks for: an act that is offered, and the cards
    that its player chooses next (``pendulum mole``). Nothing where the cards are not chosen then. It is
    tried on a copy. Where only these cards can be chosen, nobody is asked and the act alone is enough.
    """
    ask = game.ask
    if ask is None or ask.seat != line.seat or ask.kind != "act":
        return ()
    view = Reader(table, game)
    acts = [choice for choice in ask.choices if choice.value != PASS and len(choice.words) < len(line.words)]
    for act in acts:
        words, chosen = line.words[: len(act.words)], line.words[len(act.words) :]
        if not fits(words, act.words, view):
            continue
        act_line, choice_line = f"{line.seat}: {' '.join(words)}", f"{line.seat}: choose {' '.join(chosen)}"
        tried, tracer = game.copy(), Explainer()
        engine = Engine(table, tried, tracer, remembers=False)
        try:
            engine.answer(act.value)
            engine.run()
        except JudgeError:
            continue  # what is not written yet lies behind the act
        if any(
            among(view, chosen, entry.data["cards"]) for entry in tracer.entries if entry.kind is trace.FORCED
        ):
            return (act_line,)
        asked = tried.ask
        if asked is None or asked.seat != line.seat or asked.kind in ("act", "may"):
            continue
        if not read_answer(Reader(table, tried), asked, ("choose", *chosen)).error:
            return (act_line, choice_line)
    return ()


def unfit(at: Since, line: Line, ask: Decision) -> Condition | None:
    """What the waiting choice asks for and a named card lacks, by the article of a word that the card has,
    otherwise by that of the choice. For a choice that a game makes by itself, it tells where the cards lie
    and whose they are, or among which cards one is chosen. None where the line names no other card.
    """
    view = Reader(at.engine.table, at.engine.game)
    for word in line.words[1:]:
        card = find_card(at.engine.game, word)
        if card is None or any(same_word(word, choice.words[0], view) for choice in ask.choices):
            continue
        for sel, ctx in asked_for(view, ask):
            finding = misfit(view, card, sel, ctx)
            if finding["tests"]:
                named = [test["want"] for test in finding["tests"] if test["key"] == "fits"]  # by an article
                known = numbers_of(view.book)
                rules = (*articles(view, card, sel), *(article for article in named if article in known))
                rule = next(iter(rules), ask.rule)
                return Condition(rule, False, "when", {"card": card.id, "found": (finding,)})
        finding = misfit(view, card, lying(view, ask), {"me": ask.seat})
        if finding["tests"]:
            return Condition(ask.rule, False, "when", {"card": card.id, "found": (finding,)})
        among = ", ".join(choice.words[0] for choice in ask.choices)
        return Condition(ask.rule, False, "among", {"card": card.id, "among": among})
    return None


def lying(view: View, ask: Decision) -> Fields:
    """Where all cards lie among which a choice is, and whose they are, as a selector says it."""
    cards = [card for choice in ask.choices if (card := find_card(view.game, choice.words[0])) is not None]
    seats = {card.seat for card in cards}
    whose = "any" if len(seats) != 1 else "me" if ask.seat in seats else "opponent"
    zones = sorted({card.place for card in cards}) if len(cards) == len(ask.choices) else ["any"]
    return {"zone": zones or ["any"], "of": whose}


def asked_for(view: View, ask: Decision) -> Iterator[tuple[Fields, Fields]]:
    """The selector of the choice that waits with the values it is read by: of an instruction, or of a step
    that places cards in zones. Nothing where a game puts the choice together by itself.
    """
    frame = view.game.agenda[-1]
    for do in frame.queue[:1]:
        if do.verb == "choose" and isinstance(do.args["from"], Mapping):
            yield do.args["from"], frame.vars
    procedure = view.book.procedures.get(frame.procedure)
    args = procedure.steps[procedure.places[frame.step]].args if procedure is not None else {}
    zone, _, seat = ask.into.rpartition("-")
    sel = args.get("into", {}).get(zone) if isinstance(args.get("into"), Mapping) else args.get("each")
    if not frame.queue and isinstance(sel, Mapping) and seat == ask.seat:
        placed = {
            into.rpartition("-")[0]: refs for into, refs in frame.answers.items() if into.endswith(seat)
        }
        yield sel, {"me": seat, **placed}


def articles(view: View, card: Card, sel: Mapping[str, object]) -> Iterator[str]:
    """The articles of words that a card has and that a selector does not allow it to have."""
    rows = view.book.tables["selectors"].get(str(sel.get("fits", "")), ())
    for part in (sel, *rows):
        banned: Mapping[str, Json] = part.get("not", {}) if isinstance(part.get("not"), Mapping) else {}
        for attr in [key for key in banned if key in view.book.attributes]:
            rules = view.book.attributes[attr].get("word_rules", {})
            have = names(view.value(card, attr) or ())
            yield from (rules[name] for name in names(banned[attr]) if name in have and name in rules)


USED = ("activated", "counter")


def absent(at: Since, line: Line) -> Iterator[Condition]:
    """The reasons why an ability that a line names is not there to be used, each by its article."""
    view, board, using = at.engine.view, at.engine.game, line.words[0] == "activate"
    for n, word in enumerate(line.words[1:]):
        name, _, ability = word.partition(".")
        card = find_card(board, word) or find_card(board, name)
        if card is None:
            continue
        rule, why = "", ""
        if card.on:
            rule, why = str(view.book.tables["pile"].get("one", "")), "absent.beneath"
        elif using and turned_away(view, card, ability):
            rule, why = str(view.book.tables["faces"].get(card.face, "")), "absent.side"
        elif (using or n) and permanent(view, card):  # to be used, or what another one would answer
            rule, why = str(view.book.cites.get("never-used", "")), "absent.permanent"
        if rule:
            yield Condition(rule, False, why, {"card": card.id})


def gone(at: Since, line: Line) -> Condition | None:
    """The condition that the card of an act has left the place where the act is possible, by a rule and not
    by an act or an effect, since the last line was taken.
    """
    card = find_card(at.engine.game, line.words[1]) if line.words[1:] else None
    if card is None or at.engine.tracer is None or card.id in at.after.split():
        return None
    moves = [move for move in at.entries if move.kind is trace.EVENT and move.data["record"].card == card.id]
    for entry in reversed(moves):
        record = entry.data["record"]
        if record.before is None or record.before.zone == card.zone or not entry.rule:
            continue
        lay = {"zone": record.before.place, "of": record.before.seat}
        if record.args.get("because") == "rules" and could_lie(at.engine.view, line, lay):
            return Condition(
                entry.rule, False, "absent.gone", {"card": card.id, "seat": card.seat, "zone": card.place}
            )
        return None
    return None


def could_lie(view: View, line: Line, lay: Mapping[str, object]) -> bool:
    """Is the act of a line done with cards that lie there?"""
    first = next(named_in(view, line.words[0]), ())
    zones = [names(sel.get("zone", view.book.default_zone)) for _, sel, _ in first]
    return lay["of"] == line.seat and any(lay["zone"] in zone or "any" in zone for zone in zones)


def turned_away(view: View, card: Card, name: str) -> bool:
    """Is the ability, or any that could be used, on another side of the card than the one that shows?"""
    faces = view.table.prints[card.print].faces
    return any(
        ability.kind in USED and (not name or ability.name == name)
        for side, face in faces.items()
        if side != card.face
        for ability in face.abilities
    )


def permanent(view: View, card: Card) -> bool:
    """Does a card have abilities, and only static ones?"""
    kinds = {ability.kind for ability in view.abilities(card)}
    return kinds == {"static"}


# --- cards with which an act is not done ------------------------------------------------------------
def unsuited(at: Since, line: Line) -> Condition | None:
    """What a named card lacks of what the book asks of the cards for its act; None where nothing can be
    told. For an unnamed card only its place is told.
    """
    view = Reader(at.engine.table, at.engine.game)
    board, places = at.engine.game, [*named_in(view, line.words[0])]
    for word, place in zip(line.words[1:], places, strict=False):
        card = find_card(board, word) or find_card(board, word.partition(".")[0])
        if card is None or not place:
            continue
        known = view.known(card)
        asked = [(rule, sel if known else place_of(sel)) for rule, sel, _ in place]
        findings = [(rule, misfit(view, card, sel, {"me": line.seat})) for rule, sel in asked]
        typed = [result for result, (_, sel) in zip(findings, asked, strict=True) if "type" in sel]
        if typed and all(wrong_type(lack) for _, lack in typed):  # it is of another kind, wherever it lies
            findings = typed
        rule, finding = min(findings, key=lambda pair: len(pair[1]["tests"]))
        kinds = {kind for _, _, some in place for kind in some}
        without = known and kinds and kinds.isdisjoint({ability.kind for ability in view.abilities(card)})
        if without and not any(test["key"] in ("type", "zone") for test in finding["tests"]):
            act = line.words[0]
            row: Fields = view.book.tables["acting"].get(act, {})
            rule = row.get("kinds_rule") or place[0][0]
            return Condition(rule, False, "absent.unusable", {"card": card.id, "act": act})
        if finding["tests"]:
            return Condition(rule, False, "when", {"card": card.id, "found": (finding,)})
    return None


# The article, what its card is like, and the kinds of abilities one of which it has.
Suited: TypeAlias = tuple[str, Fields, Sequence[str]]


def place_of(sel: Mapping[str, object]) -> Fields:
    """What a selector says of where its card lies."""
    return {key: value for key, value in sel.items() if key in ("zone", "of")}


def named_in(view: View, act: str) -> Iterator[Sequence[Suited]]:
    """The cards with which an act is done, and those to which it is done: for each word behind it the ways in
    which a card may be one. A row of `[acting]` says so, or those of `[action]`, by its article.
    """
    book = view.book
    acting: Fields = book.tables["acting"].get(act, {})
    offered = sorted(offer for offer in offers_of(book) if spoken(book, offer) == act)
    rows: list[Fields] = [book.tables["action"].get(action, {}) for action in offered]
    rule = acting.get("rule") or next(iter(book.tables["timing"].get(act, ())), "")
    typed: Mapping[str, str] = acting.get("type_rules", {})
    kinds = acting.get("kinds", ())
    for sel in acting.get("cards", ()):
        by_type = [(type_rule, {**sel, "type": name}, kinds) for name, type_rule in typed.items()]
        yield [(rule, sel, kinds), *by_type]
    if not acting.get("cards"):
        for key in ("each", "to"):
            ways: list[Suited] = [(rule, row[key], kinds) for row in rows if key in row]
            yield ways or ([(rule, {"zone": "any"}, kinds)] if acting and key == "each" else [])
