"""Words that ask: choose, number, options, may; and those that carry out what was chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from judge.engine.book import Outcome
from judge.engine.conditions import shown
from judge.engine.events import forbidden
from judge.engine.feasibility import feasible, leaving, partly, rest_check, rest_payable, sparing
from judge.engine.proposals import event, put_vars
from judge.engine.traits import names
from judge.engine.values import seats
from judge.engine.view import Vars, View
from judge.engine.vocabulary import often, tell_reads, veiled, words
from judge.engine.window_options import unanswered
from judge.state import EMPTY, Ask, Card, Choice, Do


@words.verb("choose")
def choose(game: View, v: Vars) -> Outcome:
    """Choose cards into a variable: as many as asked for, fewer only when there are fewer."""
    who = seats(game, v.args.get("by", "me"), v.get("me", ""))
    if len(who) > 1:
        return choose_each(game, v, who)
    seat = who[0]
    sel = v["from"]
    pool = [card for card in game.cards(sel, v) if choosable(game, v, card)]
    if v.get("because") == "cost":
        pool = [card for card in pool if not leaving(game, card, v)]
    if "shows" in v.args:
        return choose_showing(game, v, seat, pool)
    wanted = game.number(v.args.get("n", 1), v)
    if wanted == 1:
        pool = sparing(v, pool, partial(pays, game, v))
    n = max(0, min(wanted, len(pool)))
    free = (
        "choose-hidden" in game.book.cites and v.get("because") != "cost"
    )  # a cost is paid in full or not at all
    hidden = free and veiled(game, sel) and "must" not in v.args
    least = min(n, v.args.get("least", 0)) if v.args.get("upto") or hidden else n
    kind = "choose-hidden" if hidden else "choose-upto" if v.args.get("upto") else "choose-exactly"
    rule = str(v.args.get("rule") or game.book.cites.get(kind) or game.book.cites.get("choose", ""))
    into = f"chosen {v['choose']}"  # no key of an instruction, so that an answer never hides one
    if into not in v.answers and game.tracing:
        tell_added(game, sel, pool)
        tell_choice(game, v, sel, 0 if v.args.get("upto") or hidden else wanted, n)
    if game.tracing and "too-late" in game.book.cites and v.get("because") == "effect":
        unanswered(game, Vars({"by": seat, "rule": game.book.cites["too-late"]}, {}, {}))
    also = (str(game.book.cites.get("choose-upto", "")),) if hidden and v.args.get("upto") else ()
    check = rest_check(game, v, pool, (least, n), into) if wanted > 1 else ""
    data = {**({"also": also} if also else {}), **({"into": into} if check else {})}
    chosen = game.pick(v, into, seat, pool, least, n, rule, "ask.choose", check, data)
    if isinstance(chosen, Ask):
        return chosen
    name = v["choose"]
    if not hidden:
        return [put_vars(**{name: chosen})]
    return [put_vars(**{name: chosen, "veiled": (*v.get("veiled", ()), *chosen)})]


def choose_each(game: View, v: Vars, who: Sequence[str]) -> Outcome:
    """Each player chooses as the selector says of that player, one after the other;
    the variable holds all that was chosen.
    """
    name = v["choose"]
    found: list[str] = []
    rule = str(game.book.cites.get("both-choose", ""))
    for seat in who:
        into = f"chosen {name} {seat}"
        if into not in v.answers:
            game.note("in-turn", rule, seat=seat)
        ctx = {**v.vars, "me": seat}
        pool = [card for card in game.cards(v["from"], ctx) if choosable(game, v, card)]
        n = max(0, min(game.number(v.args.get("n", 1), ctx), len(pool)))
        least = min(n, v.args.get("least", 0)) if v.args.get("upto") else n
        chosen = game.pick(v, into, seat, pool, least, n, rule, "ask.choose")
        if isinstance(chosen, Ask):
            return chosen
        found.extend(chosen)
    return [put_vars(**{name: tuple(found)})]


def choose_showing(game: View, v: Vars, seat: str, pool: Sequence[Card]) -> Outcome:
    """Choose cards that show certain words between them, at most one for each."""
    what: dict[str, Any] = {key: v.args[key] for key in ("shows", "attr", "printed") if key in v.args}
    if not shown(game, pool, what):
        tell_choice(game, v, v["from"], 1, 0)
        return [put_vars(**{v["choose"]: ()})]  # they cannot be shown: nothing is chosen
    fitting = [
        card
        for card in pool
        if any(shown(game, [card], {**what, "shows": [word]}) for word in names(what["shows"]))
    ]
    rule = str(v.get("rule") or game.book.cites.get("choose", ""))
    into = f"chosen {v['choose']}"
    chosen = game.pick(
        v,
        into,
        seat,
        fitting,
        1,
        min(len(fitting), len(names(what["shows"]))),
        rule,
        "ask.choose",
        "shows",
        what,
    )
    return chosen if isinstance(chosen, Ask) else [put_vars(**{v["choose"]: chosen})]


@words.check("shows")
def shows(game: View, chosen: Sequence[Any], data: Mapping[str, Any]) -> bool:
    """Do the chosen cards show every word between them?"""
    return shown(game, [card for card in (game.card(ref) for ref in chosen) if card is not None], data)


@words.verb("order")
def order(game: View, v: Vars) -> Outcome:
    """Put cards into an order of one's choice."""
    cards = game.cards(v["of"], v)
    if len(cards) > 1 and "order" not in v.answers:
        choices = tuple(Choice((card.id,), card.object) for card in cards)
        return Ask(
            v["me"], "order", str(v.get("rule") or ""), "order", choices, len(cards), len(cards), "ask.order"
        )
    found = v.answers["order"] if len(cards) > 1 else tuple(card.object for card in cards)
    return [put_vars(**{v.args["order"]: tuple(found)})]


def pays(game: View, v: Vars, card: Card) -> bool:
    """Could the rest of the cost be paid once this card is chosen?"""
    return rest_payable(game, (), {**v.vars, v["choose"]: (card.object,)})


def tell_added(game: View, sel: Any, pool: Sequence[Card]) -> None:
    """Names that a card's own text adds count where nobody sees the card."""
    for attr, spec in game.book.attributes.items():
        asked = isinstance(sel, dict) and attr in sel and "hidden_rule" in spec
        if asked and any(game.value(card, attr) != game.printed(card, attr) for card in pool):
            game.note("reads", str(spec["hidden_rule"]), attr=attr)


def tell_choice(game: View, v: Vars, sel: Any, wanted: int, n: int) -> None:
    """Fewer targets than asked for, none, or a test on an attribute that the rulebook defines;
    cards that nobody has named are not looked at.
    """
    whose = (
        seats(game, sel.get("of", "me"), v.get("me", ""))
        if n < wanted and isinstance(sel, dict) and veiled(game, sel)
        else ()
    )
    unseen = sum(
        1
        for seat in whose
        for zone in names(sel.get("zone", game.book.default_zone))
        for card in game.zone(seat, zone)
        if not game.known(card)
    )
    if unseen:
        game.note("unseen-cards", "", n=unseen)
    if n < wanted:
        kind = "choose-fewer" if n else "choose-none"
        game.note(
            "fewer" if n else "nothing", str(game.book.cites.get(kind, "")), n=n, wanted=wanted, verb="choose"
        )
    tell_reads(game, sel)


def choosable(game: View, v: Vars, card: Card) -> bool:
    """May the card be chosen by this ability, and for what is done with it?"""
    for word in v.args.get("for", ()):
        cond = game.book.suits[word](game, card, v)
        if not cond.ok:
            game.note(
                "not-choosable", cond.rule, card=card.id, ability=str(v.get("ability") or ""), also=cond.also
            )
            return False
    if card.object in v.get("befallen", ()):
        rule, *also = game.ruled("replaced-once", str(game.book.cites.get("may-replace", "")))
        game.note("not-choosable", rule, card=card.id, ability=str(v.get("ability") or ""), also=tuple(also))
        return False
    if any(card.object in frame.vars.get("doomed", ()) for frame in game.game.agenda):
        game.note(
            "not-choosable",
            str(game.book.cites.get("doomed", "")),
            card=card.id,
            ability=str(v.get("ability") or ""),
        )
        return False
    if "choose" not in game.table.watched:
        return True
    blocker = forbidden(game, event(v, "choose", card=card.object))
    if blocker is not None:
        game.note("not-choosable", blocker.ability.rule, card=card.id, ability=blocker.ability.id)
    return blocker is None


@words.verb("number")
def number(game: View, v: Vars) -> Outcome:
    """Choose a number; one that is free is at least one where the book says so."""
    if "chosen" in v.answers:
        return [put_vars(**{v["number"]: v.answers["chosen"]})]
    most = game.number(v.args["max"], v) if "max" in v.args else -1
    least = (
        game.number(v.args["min"], v) if "min" in v.args else int(most < 0 and "number" in game.book.cites)
    )
    if least == most:
        return [put_vars(**{v["number"]: least})]
    choices = tuple(Choice((str(n),), n) for n in range(least, most + 1)) if most >= 0 else ()
    rule = str(v.args.get("rule") or game.book.cites.get("upto" if most >= 0 else "number", ""))
    return Ask(v["me"], "number", rule, "chosen", choices, least, most, "ask.number")


def affordable(game: View, dos: Sequence[Do], v: Vars) -> bool:
    """Can what an option has a player pay be paid?"""
    paying = [
        do for do in dos if game.book.tables["score_word"].get(do.args.get("named", ""), EMPTY).get("paid")
    ]
    return feasible(game, paying, v)


@words.verb("options")
def options(game: View, v: Vars) -> Outcome:
    """Choose so many of several effects and the order in which they are carried out."""
    among = v["among"]
    if "options" not in v.answers:
        able = [one for one in among if affordable(game, one["do"], v)]
        choices = tuple(Choice((one["name"],), one["name"]) for one in able)
        n = max(0, min(len(able), game.number(v.args["options"], v)))
        rule = str(v.args.get("rule") or game.book.cites.get("options", ""))
        return Ask(
            v["me"], "order", rule, "options", choices, 0 if v.args.get("upto") else n, n, "ask.options"
        )
    table = {one["name"]: one["do"] for one in among}
    return [do for name in v.answers["options"] for do in table[name]]


@words.verb("may")
def may(game: View, v: Vars) -> Outcome:
    """Carry out instructions if their master wishes and can."""
    name = v.args.get("as", "may")
    if not possible(game, v):
        game.note("cannot", v.get("rule", ""), seat=v["me"])
        return [put_vars(**{name: False})]
    if "may" not in v.answers:
        return ask_may(
            game, seats(game, v.args.get("by", "me"), v["me"])[0], v.get("rule", ""), "may", str(v["may"])
        )
    if not v.answers["may"]:
        return [put_vars(**{name: False})]
    return [put_vars(**{name: True}), *v["do"]]


def possible(game: View, v: Vars) -> bool:
    """Can what a player may do be done: all of it,
    or where the book is content with a part of it what it costs and a part?
    """
    if feasible(game, v["do"], v):
        return True
    cost: Sequence[Do] = v.args.get("cost", ())
    return "in-part" in game.book.cites and feasible(game, cost, v) and partly(game, v["do"][len(cost) :], v)


def ask_may(game: View, seat: str, rule: str, into: str, what: str = "", also: str = "") -> Ask:
    """The question whether a player wishes to; `also` is a second article that it rests on."""
    choices = (Choice(("yes",), True), Choice(("no",), False))
    return Ask(
        seat,
        "may",
        rule,
        into,
        choices,
        prompt="ask.may",
        data={"what": what, "also": (also,) if also else ()},
    )


@words.verb("repeat")
def repeat(game: View, v: Vars) -> Outcome:
    """Carry out instructions so many times."""
    times = often(game.number(v["repeat"], v))
    return [do for _ in range(times) for do in v["do"]]


@words.verb("do")
def sequence(game: View, v: Vars) -> Outcome:
    """Carry out instructions, all under the condition of this one."""
    return list(v["do"])
