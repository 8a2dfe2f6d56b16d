"""Words that ask a player: choose, number, options, may; and words that carry out what was chosen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from judge.engine import trace
from judge.engine.flow.feasibility import claim, feasible, leaving, partly, rest_check, rest_payable, sparing
from judge.engine.flow.option_conditions import failing, failure
from judge.engine.flow.window_options import unanswered
from judge.engine.kernel.book import Amiss, Book, Outcome
from judge.engine.kernel.instructions import event, events, name, put_vars
from judge.engine.kernel.picks import subsets
from judge.engine.kernel.state import EMPTY, Card, Choice, Condition, Decision, Instruction, Ref
from judge.engine.kernel.variables import naming
from judge.engine.kernel.view import Vars, View
from judge.engine.language.conditions import shown
from judge.engine.language.hidden_zones import (
    lying,
    text_of,
    veiled,
)
from judge.engine.language.shared import words
from judge.engine.language.traits import listed, names
from judge.engine.language.values import seats
from judge.engine.words.choosable import JOINT, KEYS, any_number, asked_of_all, choosable, most_together
from judge.engine.words.targets import bounded_times, tell_emptied, tell_reads, tell_several
from judge.text.plain import Fields, Json

SHOWN = {"shows": "words", "attr": "words-attribute", "printed": "flag"}
COUNTED = {"n": "amount", "upto": "flag", "must": "flag"}
CHOOSING = {
    "from": "cards",
    "by": "seat",
    "random": "flag",
    "ignores": "keywords",
    **COUNTED,
    **SHOWN,
    **KEYS,
}


def can_choose(
    view: View, args: Mapping[str, object], ctx: Mapping[str, object], needs: dict[str, int]
) -> Condition:
    """Enough cards fit."""
    sel = args["from"]
    cards = [card for card in view.cards(sel, ctx) if not leaving(view, card, ctx)]
    if "shows" in args:
        return Condition("", shown(view, cards, args), "cost.shows", {"words": args["shows"]})
    least = 0 if args.get("upto") else view.number(args.get("n", 1), ctx)
    together = asked_of_all(view, args, ctx)
    if together and least:
        most = len(cards) if any_number(args) else least
        fit = any(True for _ in subsets(view, cards, least, most, JOINT, together))
        return Condition("", fit, "cost.joint", {"have": len(cards)})
    need = claim(needs, f"choose:{sel}", least)
    return Condition("", len(cards) >= need, "cost.choose", {"need": need, "have": len(cards)})


def choose_amiss(book: Book, data: Mapping[str, object]) -> Iterator[Amiss]:
    """Problems of a choice: it takes either a number of cards, or as many as show certain words."""
    if "shows" in data and "attr" not in data:
        worded = [name for name, row in book.attributes.items() if row["type"] == "words"]
        known = " or ".join(f'attr = "{name}"' for name in worded[:3])
        yield Amiss("", "shows needs the attribute that is shown", known)
    for word in names(data.get("ignores", ())):
        bans = listed(book.keywords.get(book.keyword(word), EMPTY).get("forbid", ()))
        if not any("choose" in on for ban in bans for on in listed(ban["on"])):
            yield Amiss("ignores", f"[{word}] stops no choice")
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
def choose(view: View, v: Vars) -> Outcome:
    """Choose cards into a variable: as many as asked for, fewer only when there are fewer."""
    at_random = v.args.get("random")
    who = ("chance",) if at_random else seats(view, v.args.get("by", "me"), v.get("me", ""))
    if len(who) > 1:
        return choose_each(view, v, who)
    pool = eligible(view, v)
    if "shows" in v.args:
        return choose_showing(view, v, who[0], pool)
    wanted = view.number(v.args.get("n", 1), v)
    several, together = wanted > 1 or any_number(v.args), asked_of_all(view, v.args, v)
    if wanted == 1 and not several:
        pool = sparing(view, v, pool, partial(pays, view, v))
    hidden = may_find_none(view, v)
    loose = bool(v.args.get("upto")) or hidden
    least, n = bounds_of(view, v, pool, wanted, loose, together)
    short = not loose and 0 < n < wanted and whole_numbers(view, v)
    least, n = (0, 0) if short else (least, n)
    into = f"chosen {v['choose']}"  # no key of an instruction, so that an answer never hides one
    if view.tracing:
        if into not in v.answers:
            tell_added(view, v, pool)
            tell_choice(view, v, 0 if loose else wanted, len(pool) if short else n, short)
            if wanted <= 0:
                view.note(trace.NO_TIMES, n=wanted)
        tell_too_late(view, v, who[0])
    check = rest_check(view, v, pool, (least, n), into) if several else ""
    rule, data = choice_rule(view, v, hidden), choice_data(v, hidden, into if check else "")
    check, data = (JOINT, {**data, **together}) if together else (check, data)
    prompt = "ask.random" if at_random else "ask.choose"
    chosen = view.pick(v, into, who[0], pool, least, n, rule, prompt, check, data)
    if isinstance(chosen, Decision):
        return chosen
    tell_several(view, v["from"], chosen)
    from_hidden = [put_vars(veiled=(*v.get("veiled", ()), *chosen))] if hidden else []
    fails = failing(view, v.vars) if wanted > 0 and not chosen and not loose else ()
    return [name(v["choose"], chosen), *from_hidden, *targeted(view, v, chosen), *fails]


words.event("targeted")
words.only_heeded("targeted")


def targeted(view: View, v: Vars, chosen: Sequence[Ref]) -> list[Instruction]:
    """The instructions that tell chosen cards of it, where the book says that choosing for this purpose is
    targeting.
    """
    aims = "targeted" in view.table.heard and v.get("because") in view.book.tables["targeting"]
    return [events([event(v, "signal", "targeted", card=ref) for ref in chosen])] if aims and chosen else []


def bounds_of(
    view: View, v: Vars, pool: Sequence[Card], wanted: int, loose: bool, together: Mapping[str, object]
) -> tuple[int, int]:
    """The smallest and the largest number of cards that may be chosen; for a sum, any number unless the text
    says one.
    """
    n = max(0, len(pool) if any_number(v.args) else min(wanted, len(pool)))
    least = min(n, v.args.get("least", 0)) if loose else n
    if not together:
        return least, n
    few = 1 if any_number(v.args) and not loose else least
    return most_together(view, pool, few, n, together)


WHOLE = "whole-numbers"  # the literal by which an effect does a number of things, or none of them


def whole_numbers(view: View, v: Vars) -> bool:
    """Does an effect that names a number of cards choose none where fewer are there as it resolves?"""
    return v.get("because") == "effect" and bool(view.book.params.get(WHOLE))


def eligible(view: View, v: Vars) -> list[Card]:
    """The cards that may be chosen; the acting card, on its way, does not pay for itself."""
    pool = [card for card in view.cards(v["from"], v) if choosable(view, v, card)]
    return [card for card in pool if not leaving(view, card, v)] if v.get("because") == "cost" else pool


def may_find_none(view: View, v: Vars) -> bool:
    """May the player say that no card fits, because nobody else sees the cards? Not where a cost must be
    paid in full.
    """
    if "choose-hidden" not in view.book.cites or v.get("because") == "cost":
        return False
    return veiled(view, v["from"]) and "must" not in v.args and "random" not in v.args


def choice_rule(view: View, v: Vars, hidden: bool) -> str:
    """The article under which cards are chosen: exactly a number, up to a number, or cards nobody sees."""
    kind = "choose-hidden" if hidden else "choose-upto" if v.args.get("upto") else "choose-exactly"
    return str(v.args.get("rule") or view.book.cites.get(kind) or view.book.cites.get("choose", ""))


def choice_data(v: Vars, hidden: bool, into: str) -> dict[str, object]:
    """The data of a decision for cards: that it is up to a number of unseen cards, and `into` which answer
    they are put for the test.
    """
    seen = {"seen": ("choose-upto",)} if hidden and v.args.get("upto") else {}
    return {**seen, **({"into": into} if into else {})}


def tell_too_late(view: View, v: Vars, seat: str) -> None:
    """Tells that nobody can answer any more to a choice that is made when an effect resolves."""
    if "too-late" in view.book.cites and v.get("because") == "effect":
        unanswered(view, Vars({"by": seat, "rule": view.book.cites["too-late"]}, {}, {}))


def choose_each(view: View, v: Vars, who: Sequence[str]) -> Outcome:
    """Lets each player choose, one after the other, with the selector read for that player. The variable
    holds all chosen cards.
    """
    word, sel = v["choose"], v["from"]
    picked: list[str] = []
    rule = str(view.book.cites.get("both-choose", ""))
    for seat in who:
        into = f"chosen {word} {seat}"
        if into not in v.answers:
            view.note(trace.IN_TURN, rule, seat=seat)
        ctx = {**v.vars, "me": seat}
        pool = [card for card in view.cards(sel, ctx) if choosable(view, v, card)]
        wanted = view.number(v.args.get("n", 1), ctx)
        n = max(0, min(wanted, len(pool)))
        least = min(n, v.args.get("least", 0)) if v.args.get("upto") else n
        chosen = view.pick(v, into, seat, pool, least, n, rule, "ask.choose")
        if isinstance(chosen, Decision):
            return chosen
        picked.extend(chosen)
    if picked or v.args.get("upto"):
        return [name(word, tuple(picked)), *targeted(view, v, picked)]
    tell_choice(view, v, 1, 0)
    return [name(word, ()), *failing(view, v.vars)]


def choose_showing(view: View, v: Vars, seat: str, pool: Sequence[Card]) -> Outcome:
    """Choose cards that show certain words between them, at most one for each."""
    what: dict[str, object] = {key: v.args[key] for key in ("shows", "attr", "printed") if key in v.args}
    if not shown(view, pool, what):
        tell_choice(view, v, 1, 0)
        return [name(v["choose"], ()), *failing(view, v.vars)]  # they cannot be shown: nothing is chosen
    asked = names(what["shows"])
    fitting = [card for card in pool if any(shown(view, [card], {**what, "shows": [word]}) for word in asked)]
    most, rule = min(len(fitting), len(asked)), str(v.get("rule") or view.book.cites.get("choose", ""))
    into = f"chosen {v['choose']}"
    chosen = view.pick(v, into, seat, fitting, 1, most, rule, "ask.choose", "shows", what)
    if isinstance(chosen, Decision):
        return chosen
    return [name(v["choose"], chosen)]


@words.check("shows")
def shows(view: View, chosen: Sequence[Json], data: Mapping[str, object]) -> bool:
    """Do the chosen cards show every word between them?"""
    return shown(view, [card for card in (view.card(ref) for ref in chosen) if card is not None], data)


@words.word("order", "name", {"of": "cards"}, ("of",), ("as",))
def order(view: View, v: Vars) -> Outcome:
    """Lets a player put cards into an order."""
    cards = view.cards(v["of"], v)
    n, rule = len(cards), str(v.get("rule") or "")
    if n > 1 and "order" not in v.answers:
        choices = tuple(Choice((card.id,), card.object) for card in cards)
        return Decision(v["me"], "order", rule, "order", choices, n, n, "ask.order", laid_into(view, v))
    ordered = v.answers["order"] if n > 1 else tuple(card.object for card in cards)
    return [name(v.args["order"], tuple(ordered))]


def laid_into(view: View, v: Vars) -> Fields:
    """The zone into which the text moves the ordered cards, where it says so: whoever may not look there is
    not told the order.
    """
    for do in text_of(view, v):
        word = str(do.args.get("named", do.verb))
        zone = do.args.get("to", view.book.moves.get(word, EMPTY).get("to"))
        if do.args.get(word) == f"${v.args['order']}" and zone in view.book.zones:
            return {"zone": zone}
    return {}


def pays(view: View, v: Vars, card: Card) -> bool:
    """Can the rest of the cost be paid once this card is chosen?"""
    return rest_payable(view, (), naming(v.vars, {v["choose"]: (card.object,)}))


def tell_added(view: View, v: Vars, pool: Sequence[Card]) -> None:
    """Tells the article by which names that a card's own text adds count where nobody sees the card."""
    sel = v["from"]
    for attr, spec in view.book.attributes.items():
        asked = isinstance(sel, dict) and attr in sel and "hidden_rule" in spec
        if asked and any(view.value(card, attr) != view.printed(card, attr) for card in pool):
            view.note(trace.READS, str(spec["hidden_rule"]), attr=attr)


def tell_choice(view: View, v: Vars, wanted: int, n: int, short: bool = False) -> None:
    """Tells that there are fewer targets than asked for, or none, or that an attribute with an article is
    tested. Cards that nobody has named are not examined. `short` says that fewer are none.
    """
    sel = v["from"]
    unseen = unnamed(view, v, sel) if n < wanted and isinstance(sel, dict) and veiled(view, sel) else 0
    if unseen:
        view.note(trace.UNSEEN_CARDS, "", n=unseen)
    if short:
        view.note(trace.TOO_FEW, view.book.article(WHOLE), n=n, wanted=wanted, verb="choose")
    elif n < wanted:
        rule = str(view.book.cites.get("choose-fewer" if n else "choose-none", ""))
        rule = rule if n else failure(view, v.vars) or rule
        view.note(trace.FEWER if n else trace.NOTHING, rule, n=n, wanted=wanted, verb="choose")
    tell_reads(view, v, sel)
    tell_emptied(view, v, sel)


def unnamed(view: View, v: Vars, sel: Mapping[str, object]) -> int:
    """How many cards that nobody has named lie where a selector searches."""
    return sum(not view.known(card) for card in lying(view, v, sel))


@words.word("number", "name", {"max": "number", "min": "number"}, without=("as",))
def number(view: View, v: Vars) -> Outcome:
    """Choose a number; without bounds it is at least 1, where the book says so."""
    if "chosen" in v.answers:
        return [name(v["number"], v.answers["chosen"])]
    most = view.number(v.args["max"], v) if "max" in v.args else -1
    least = (
        view.number(v.args["min"], v) if "min" in v.args else int(most < 0 and "number" in view.book.cites)
    )
    if least == most:
        return [name(v["number"], least)]
    choices = tuple(Choice((str(n),), n) for n in range(least, most + 1)) if most >= 0 else ()
    rule = str(v.args.get("rule") or view.book.cites.get("upto" if most >= 0 else "number", ""))
    return Decision(v["me"], "number", rule, "chosen", choices, least, most, "ask.number")


def affordable(view: View, dos: Sequence[Instruction], v: Vars) -> bool:
    """Can the payment that an option asks of a player be made?"""
    rows = view.book.tables["score_word"]
    paying = [do for do in dos if rows.get(do.args.get("named", ""), EMPTY).get("paid")]
    return feasible(view, paying, v)


@words.word("options", "amount", {"among": "among", "upto": "flag"}, ("among",), ("as",))
def options(view: View, v: Vars) -> Outcome:
    """Choose a number of several effects, and the order in which they are carried out."""
    among = v["among"]
    if "options" not in v.answers:
        able = [option for option in among if affordable(view, option["do"], v)]
        choices = tuple(Choice((option["name"],), option["name"]) for option in able)
        n = max(0, min(len(able), view.number(v.args["options"], v)))
        least, rule = 0 if v.args.get("upto") else n, v.args.get("rule") or view.book.cites.get("options", "")
        return Decision(v["me"], "order", str(rule), "options", choices, least, n, "ask.options")
    table = {option["name"]: option["do"] for option in among}
    if len(v.answers["options"]) > 1:
        view.note(trace.IN_ORDER)
    return [do for name in v.answers["options"] for do in table[name]]


@words.word("may", "text", {"do": "instructions", "by": "one-seat"}, ("do",))
def may(view: View, v: Vars) -> Outcome:
    """Carry out instructions if their master wants to and can."""
    word, rule = v.args.get("as", "may"), v.get("rule", "")
    seat = seats(view, v.args.get("by", "me"), v["me"])[0]
    if not possible(view, v):
        told = failure(view, v.vars) or str(view.book.cites.get("cannot", rule))
        view.note(trace.CANNOT, told, seat=seat)
        # not False, which says that the player did not wish to
        return [name(word, ()), *failing(view, v.vars)]
    if "may" not in v.answers:
        return ask_may(view, seat, rule, "may", str(v["may"]))
    if not v.answers["may"]:
        return [name(word, False)]
    return [name(word, True), *v["do"]]


def possible(view: View, v: Vars) -> bool:
    """Can an optional part be done: all of it, or in some books its cost and a part of the rest?"""
    if feasible(view, v["do"], v):
        return True
    cost: Sequence[Instruction] = v.args.get("cost", ())
    return "in-part" in view.book.cites and feasible(view, cost, v) and partly(view, v["do"][len(cost) :], v)


def ask_may(view: View, seat: str, rule: str, into: str, what: str = "") -> Decision:
    """The decision whether a player wants to."""
    choices = (Choice(("yes",), True), Choice(("no",), False))
    return Decision(seat, "may", rule, into, choices, prompt="ask.may", data={"what": what})


@words.word("repeat", "amount", {"do": "instructions"}, ("do",), ("as", "rule"))
def repeat(view: View, v: Vars) -> Outcome:
    """Carry out instructions a number of times."""
    n = view.number(v["repeat"], v)
    times = bounded_times(n)
    if n <= 0:
        view.note(trace.NO_TIMES, n=n)
    return [do for _ in range(times) for do in v["do"]]


@words.word("do", "instructions", without=("as", "rule"))
def sequence(view: View, v: Vars) -> Outcome:
    """Carry out instructions, all under the condition of this one."""
    return list(v["do"])
