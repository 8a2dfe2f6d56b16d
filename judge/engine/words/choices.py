"""Words that ask: choose, number, options, may; and those that carry out what was chosen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from judge.engine.flow.failure import FAILS, failing
from judge.engine.flow.feasibility import claim, feasible, leaving, partly, rest_check, rest_payable, sparing
from judge.engine.flow.pipeline import forbidden
from judge.engine.flow.window_options import unanswered
from judge.engine.kernel.book import Amiss, Book, Outcome
from judge.engine.kernel.picks import subsets
from judge.engine.kernel.proposals import event, put_vars
from judge.engine.kernel.state import EMPTY, Ask, Card, Choice, Cond, Do
from judge.engine.kernel.view import Vars, View
from judge.engine.language.conditions import shown
from judge.engine.language.joint_costs import left
from judge.engine.language.shared import words
from judge.engine.language.traits import names
from judge.engine.language.values import seats
from judge.engine.words.affected import often, tell_reads, veiled
from judge.engine.words.joint_choices import JOINT, KEYS, any_number, asked_of_all, most_together

SHOWN = {"shows": "words", "attr": "words-attribute", "printed": "flag"}
COUNTED = {"n": "number", "upto": "flag", "must": "flag"}
CHOOSING = {"from": "cards", "by": "seat", "random": "flag", **COUNTED, **SHOWN, **KEYS}


def can_choose(game: View, args: Mapping[str, Any], ctx: Mapping[str, Any], needs: dict[str, int]) -> Cond:
    """Enough cards fit."""
    sel = args["from"]
    cards = [card for card in game.cards(sel, ctx) if not leaving(game, card, ctx)]
    if "shows" in args:
        return Cond("", shown(game, cards, args), "cost.shows", {"words": args["shows"]})
    least = 0 if args.get("upto") else game.number(args.get("n", 1), ctx)
    together = asked_of_all(game, args, ctx)
    if together and least:
        most = len(cards) if any_number(args) else least
        fit = any(True for _ in subsets(game, cards, least, most, JOINT, together))
        return Cond("", fit, "cost.joint", {"have": len(cards)})
    need = claim(needs, f"choose:{sel}", least)
    return Cond("", len(cards) >= need, "cost.choose", {"need": need, "have": len(cards)})


def choose_amiss(book: Book, data: Mapping[str, Any]) -> Iterator[Amiss]:
    """Either a number of cards is chosen, or as many as show certain words."""
    if "shows" in data and "attr" not in data:
        yield Amiss("", "shows needs the attribute that is shown", 'attr = "color"')
    for key in data:
        if key in ("attr", "printed") and "shows" not in data:
            yield Amiss(key, f"{key} only says something of the words that are shown")
        if key in COUNTED and "shows" in data:
            yield Amiss(key, f"{key} says nothing beside shows: as many are chosen as show the words")
        if key in KEYS and ("shows" in data or "random" in data):
            yield Amiss(key, f"{key} says nothing beside shows or random")


@words.word(
    "choose", "name", CHOOSING, ("from",), ("as",), possible=can_choose, amiss=choose_amiss, event="asked"
)
def choose(game: View, v: Vars) -> Outcome:
    """Choose cards into a variable: as many as asked for, fewer only when there are fewer."""
    at_random = v.args.get("random")
    who = ("chance",) if at_random else seats(game, v.args.get("by", "me"), v.get("me", ""))
    if len(who) > 1:
        return choose_each(game, v, who)
    pool = eligible(game, v)
    if "shows" in v.args:
        return choose_showing(game, v, who[0], pool)
    wanted = game.number(v.args.get("n", 1), v)
    several, together = wanted > 1 or any_number(v.args), asked_of_all(game, v.args, v)
    if wanted == 1 and not several:
        pool = sparing(v, pool, partial(pays, game, v))
    hidden = may_find_none(game, v)
    loose = bool(v.args.get("upto")) or hidden
    least, n = bounds_of(game, v, pool, wanted, loose, together)
    into = f"chosen {v['choose']}"  # no key of an instruction, so that an answer never hides one
    if game.tracing:
        if into not in v.answers:
            tell_added(game, v["from"], pool)
            tell_choice(game, v, 0 if loose else wanted, n)
            if wanted <= 0:
                game.note("no-times", str(game.book.cites.get("no-times", "")), n=wanted)
        tell_too_late(game, v, who[0])
    check = rest_check(game, v, pool, (least, n), into) if several else ""
    rule, data = choice_rule(game, v, hidden), choice_data(game, v, hidden, into if check else "")
    check, data = (JOINT, {**data, **together}) if together else (check, data)
    prompt = "ask.random" if at_random else "ask.choose"
    chosen = game.pick(v, into, who[0], pool, least, n, rule, prompt, check, data)
    if isinstance(chosen, Ask):
        return chosen
    from_hidden = {"veiled": (*v.get("veiled", ()), *chosen)} if hidden else {}
    fails = failing(v.vars) if wanted > 0 and not chosen and not loose else ()
    return [put_vars(**{v["choose"]: chosen, **from_hidden}), *fails]


def bounds_of(
    game: View, v: Vars, pool: Sequence[Card], wanted: int, loose: bool, together: Mapping[str, Any]
) -> tuple[int, int]:
    """How few and how many cards are chosen: to make a sum, any number unless it is said."""
    n = max(0, len(pool) if any_number(v.args) else min(wanted, len(pool)))
    least = min(n, v.args.get("least", 0)) if loose else n
    if not together:
        return least, n
    few = 1 if any_number(v.args) and not loose else least
    return most_together(game, pool, few, n, together)


def eligible(game: View, v: Vars) -> list[Card]:
    """The cards that may be chosen; the card that acts does not pay for itself on its way."""
    pool = [card for card in game.cards(v["from"], v) if choosable(game, v, card)]
    return [card for card in pool if not leaving(game, card, v)] if v.get("because") == "cost" else pool


def may_find_none(game: View, v: Vars) -> bool:
    """May the player find nothing, as nobody sees those cards? A cost is paid in full or not at all."""
    if "choose-hidden" not in game.book.cites or v.get("because") == "cost":
        return False
    return veiled(game, v["from"]) and "must" not in v.args and "random" not in v.args


def choice_rule(game: View, v: Vars, hidden: bool) -> str:
    """The article under which cards are chosen: exactly so many, up to so many, or of cards nobody sees."""
    kind = "choose-hidden" if hidden else "choose-upto" if v.args.get("upto") else "choose-exactly"
    return str(v.args.get("rule") or game.book.cites.get(kind) or game.book.cites.get("choose", ""))


def choice_data(game: View, v: Vars, hidden: bool, into: str) -> dict[str, Any]:
    """What a question for cards carries: a second article, and `into` which answer its test has them put."""
    upto = str(game.book.cites.get("choose-upto", ""))
    also = {"also": (upto,)} if hidden and v.args.get("upto") else {}
    return {**also, **({"into": into} if into else {})}


def tell_too_late(game: View, v: Vars, seat: str) -> None:
    """Tell that nobody can answer a choice any more that is made when an effect resolves."""
    if "too-late" in game.book.cites and v.get("because") == "effect":
        unanswered(game, Vars({"by": seat, "rule": game.book.cites["too-late"]}, {}, {}))


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
    if found or v.args.get("upto"):
        return [put_vars(**{name: tuple(found)})]
    tell_choice(game, v, 1, 0)
    return [put_vars(**{name: ()}), *failing(v.vars)]


def choose_showing(game: View, v: Vars, seat: str, pool: Sequence[Card]) -> Outcome:
    """Choose cards that show certain words between them, at most one for each."""
    what: dict[str, Any] = {key: v.args[key] for key in ("shows", "attr", "printed") if key in v.args}
    if not shown(game, pool, what):
        tell_choice(game, v, 1, 0)
        return [put_vars(**{v["choose"]: ()}), *failing(v.vars)]  # they cannot be shown: nothing is chosen
    asked = names(what["shows"])
    fitting = [card for card in pool if any(shown(game, [card], {**what, "shows": [one]}) for one in asked)]
    most, rule = min(len(fitting), len(asked)), str(v.get("rule") or game.book.cites.get("choose", ""))
    into = f"chosen {v['choose']}"
    chosen = game.pick(v, into, seat, fitting, 1, most, rule, "ask.choose", "shows", what)
    return chosen if isinstance(chosen, Ask) else [put_vars(**{v["choose"]: chosen})]


@words.check("shows")
def shows(game: View, chosen: Sequence[Any], data: Mapping[str, Any]) -> bool:
    """Do the chosen cards show every word between them?"""
    return shown(game, [card for card in (game.card(ref) for ref in chosen) if card is not None], data)


@words.word("order", "name", {"of": "cards"}, ("of",), ("as",))
def order(game: View, v: Vars) -> Outcome:
    """Put cards into an order of one's choice."""
    cards = game.cards(v["of"], v)
    n, rule = len(cards), str(v.get("rule") or "")
    if n > 1 and "order" not in v.answers:
        choices = tuple(Choice((card.id,), card.object) for card in cards)
        return Ask(v["me"], "order", rule, "order", choices, n, n, "ask.order")
    found = v.answers["order"] if n > 1 else tuple(card.object for card in cards)
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


def tell_choice(game: View, v: Vars, wanted: int, n: int) -> None:
    """Fewer targets than asked for, none, or a test on an attribute that the rulebook defines;
    cards that nobody has named are not looked at.
    """
    sel = v["from"]
    unseen = unnamed(game, v, sel) if n < wanted and isinstance(sel, dict) and veiled(game, sel) else 0
    if unseen:
        game.note("unseen-cards", "", n=unseen)
    if n < wanted:
        rule = str(game.book.cites.get("choose-fewer" if n else "choose-none", ""))
        rule = rule if n else str(v.vars.get(FAILS, rule))
        game.note("fewer" if n else "nothing", rule, n=n, wanted=wanted, verb="choose")
    tell_reads(game, sel)


def unnamed(game: View, v: Vars, sel: Mapping[str, Any]) -> int:
    """How many cards that nobody has named lie where a selector looks."""
    whose = seats(game, sel.get("of", "me"), v.get("me", ""))
    zones = names(sel.get("zone", game.book.default_zone))
    there = (card for seat in whose for zone in zones for card in game.zone(seat, zone))
    return sum(not game.known(card) for card in there)


def choosable(game: View, v: Vars, card: Card) -> bool:
    """May the card be chosen by this ability, and for what is done with it?"""
    return not (
        unsuited(game, v, card)
        or undergoes_same(game, v, card)
        or doomed(game, v, card)
        or protected(game, v, card)
    )


def unsuited(game: View, v: Vars, card: Card) -> bool:
    """Is there something that is to be done with what is chosen and cannot be done with this card?"""
    for word in v.args.get("for", ()):
        cond = game.book.suits[word](game, card, v)
        if not cond.ok:
            tell_refused(game, v, card, cond.rule, also=cond.also)
            return True
    return False


def undergoes_same(game: View, v: Vars, card: Card) -> bool:
    """Does the same happen to the card as what is being replaced?"""
    if card.object not in v.get("befallen", ()):
        return False
    if not left(v.vars, card.object):  # it pays already
        tell_refused(game, v, card, str(game.book.cites.get("cost", "")))
        return True
    rule, *also = game.ruled("replaced-once", str(game.book.cites.get("may-replace", "")))
    tell_refused(game, v, card, rule, also=tuple(also))
    return True


def doomed(game: View, v: Vars, card: Card) -> bool:
    """Is the card about to go already, by what is under way?"""
    if not any(card.object in frame.vars.get("doomed", ()) for frame in game.game.agenda):
        return False
    tell_refused(game, v, card, str(game.book.cites.get("doomed", "")))
    return True


def protected(game: View, v: Vars, card: Card) -> bool:
    """Does a text forbid to choose the card?"""
    if "choose" not in game.table.watched:
        return False
    blocker = forbidden(game, event(v, "choose", card=card.object))
    if blocker is not None:
        game.note("not-choosable", blocker.ability.rule, card=card.id, ability=blocker.ability.id)
    return blocker is not None


def tell_refused(game: View, v: Vars, card: Card, rule: str, **more: Any) -> None:
    """Tell that a card may not be chosen, and under which article."""
    game.note("not-choosable", rule, card=card.id, ability=str(v.get("ability") or ""), **more)


@words.word("number", "name", {"max": "number", "min": "number"}, without=("as",))
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
    rows = game.book.tables["score_word"]
    paying = [do for do in dos if rows.get(do.args.get("named", ""), EMPTY).get("paid")]
    return feasible(game, paying, v)


@words.word("options", "number", {"among": "among", "upto": "flag"}, ("among",), ("as",))
def options(game: View, v: Vars) -> Outcome:
    """Choose so many of several effects and the order in which they are carried out."""
    among = v["among"]
    if "options" not in v.answers:
        able = [one for one in among if affordable(game, one["do"], v)]
        choices = tuple(Choice((one["name"],), one["name"]) for one in able)
        n = max(0, min(len(able), game.number(v.args["options"], v)))
        least, rule = 0 if v.args.get("upto") else n, v.args.get("rule") or game.book.cites.get("options", "")
        return Ask(v["me"], "order", str(rule), "options", choices, least, n, "ask.options")
    table = {one["name"]: one["do"] for one in among}
    return [do for name in v.answers["options"] for do in table[name]]


@words.word("may", "text", {"do": "instructions", "by": "one-seat"}, ("do",))
def may(game: View, v: Vars) -> Outcome:
    """Carry out instructions if their master wishes and can."""
    name, rule = v.args.get("as", "may"), v.get("rule", "")
    seat = seats(game, v.args.get("by", "me"), v["me"])[0]
    if not possible(game, v):
        game.note("cannot", str(v.get(FAILS, rule)), seat=seat if FAILS in v else v["me"])
        # not False, which says that the player did not wish to
        return [put_vars(**{name: ()}), *failing(v.vars)]
    if "may" not in v.answers:
        return ask_may(game, seat, rule, "may", str(v["may"]))
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
    data = {"what": what, "also": (also,) if also else ()}
    return Ask(seat, "may", rule, into, choices, prompt="ask.may", data=data)


@words.word("repeat", "number", {"do": "instructions"}, ("do",), ("as", "rule"))
def repeat(game: View, v: Vars) -> Outcome:
    """Carry out instructions so many times."""
    n = game.number(v["repeat"], v)
    times = often(n)
    if n <= 0:
        game.note("no-times", str(game.book.cites.get("no-times", "")), n=n)
    return [do for _ in range(times) for do in v["do"]]


@words.word("do", "instructions", without=("as", "rule"))
def sequence(game: View, v: Vars) -> Outcome:
    """Carry out instructions, all under the condition of this one."""
    return list(v["do"])
