"""Feasibility: can a list of instructions be carried out in full? Costs and voluntary replacements ask this.

Each word of the vocabulary that may stand in a cost has a test here. Tests are added up over the list where
parts use the same cards: two energies and one more are three. That tells what is missing; whether several
parts can be carried out one after the other is tried out on a copy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile

from judge.engine import trace
from judge.engine.kernel.book import Book
from judge.engine.kernel.picks import subsets
from judge.engine.kernel.state import EMPTY, AppliedEvent, Card, Condition, Instruction
from judge.engine.kernel.variables import value_of
from judge.engine.kernel.view import Vars, View
from judge.engine.language.walk import named_in
from judge.text.plain import Scope


def feasible(view: View, dos: Sequence[Instruction], ctx: Mapping[str, object], strict: bool = False) -> bool:
    """Could every instruction of the list be carried out, one after the other?"""
    parts = conditions(view, dos, ctx, "")
    return all(cond.ok for cond in tried(view, parts, dos, ctx, "", strict)) and (
        strict or not stopped(view, dos, ctx)
    )


def stopped(view: View, dos: Sequence[Instruction], ctx: Mapping[str, object]) -> bool:
    """Is the beginning of the list forbidden? The later parts would be done as far as possible."""
    if not dos or not view.table.watched_by["forbid"]:
        return False
    first = next((at for at, do in enumerate(dos, 1) if do.verb != "choose"), len(dos))
    return view.book.trial(view, dos[:first], ctx, "begun") is not None


def partly(view: View, dos: Sequence[Instruction], ctx: Mapping[str, object]) -> bool:
    """Could at least a part of the list be carried out? What is done to something that cannot be chosen or
    done does not count.
    """
    lost: set[str] = set()
    for do in dos:
        cond = condition(view, do, ctx, "", {})
        if (cond is None or cond.ok) and lost.isdisjoint(named_in(do)):
            if do.verb != "choose":
                return True
        else:
            lost.update(str(do.args[key]) for key in ("choose", "as") if key in do.args)
    return False


def rest_payable(view: View, first: Sequence[Instruction], ctx: Mapping[str, object]) -> bool:
    """Could these instructions be carried out in full, and after them the rest of the cost and what the
    player has taken on besides?
    """
    rest = still_due(view, ctx)
    return not (rest or doubtful(view, first)) or feasible(view, (*first, *rest), ctx, strict=True)


def still_due(view: View, ctx: Scope) -> tuple[Instruction, ...]:
    """The instructions after the current one: the rest of the cost up to the start of the effect, and what
    the player has taken on besides.
    """
    rest = view.game.agenda[-1].queue[1:]
    return (
        *takewhile(lambda do: "because" not in do.args.get("vars", ()) or do.verb != "set", rest),
        *ctx.get("owed", ()),
    )


def sparing(view: View, v: Vars, pool: list[Card], leaves: Callable[[Card], bool]) -> list[Card]:
    """The cards of a pool that can be given so that the rest stays possible: the rest of a cost, or what the
    player has taken on besides. Where no card leaves the latter possible, each may be given.
    """
    if v.flag("trial") or not (v.get("because") == "cost" or v.get("owed")):
        return pool
    cards = [card for card in pool if leaves(card)]
    if v.get("because") == "cost":
        return cards
    rule = str(view.book.cites.get("may-replace", ""))
    for card in pool if cards and rule else ():
        if card not in cards:
            view.note(trace.KEPT_BACK, rule, card=card.id)
    return cards or pool


SPARES = "spares"  # the test that what is given leaves the rest possible


def rest_check(view: View, v: Vars, cards: Sequence[Card], n: tuple[int, int], into: str) -> str:
    """The test for several cards that are given together; ``""`` where nothing is left to do, or nothing
    that was taken on can be done.
    """
    cost = v.get("because") == "cost"
    if n[1] < 1 or v.flag("trial") or not (cost or v.get("owed")):
        return ""
    if not (still_due(view, v) or doubtful(view, view.game.agenda[-1].queue[:1])):
        return ""
    return SPARES if cost or any(True for _ in subsets(view, cards, *n, SPARES, {"into": into})) else ""


def tried(
    view: View,
    parts: Sequence[Condition],
    dos: Sequence[Instruction],
    ctx: Mapping[str, object],
    rule: str,
    strict: bool = True,
) -> Sequence[Condition]:
    """The conditions of a cost's parts, corrected where trying out the whole cost shows otherwise. A single
    part that lacks nothing needs no trial, unless `strict` says that something may prevent it.
    """
    # asked of longer lists too: it may rest on a reading, which has to be known before the act
    doubt = strict and doubtful(view, dos)
    if not dos or (len(dos) == 1 and not doubt):
        return parts
    obstacle = view.book.trial(view, dos, ctx, "whole" if strict else "")
    if obstacle is None:
        return [part._replace(ok=True) if part.message_key.startswith("cost.") else part for part in parts]
    if all(part.ok for part in parts):
        return [*parts, narrowed(Condition(rule, False, "cost.whole"), obstacle)]
    return [*parts[:-1], narrowed(parts[-1], obstacle)]


def narrowed(cond: Condition, obstacle: tuple[str, str]) -> Condition:
    """A condition of a cost with the obstacle that a trial found: it cites the obstacle's own article where
    the effect needs it, or where the rulebook says where the cost has to go.
    """
    way, narrow = obstacle
    cond = cond._replace(values={**cond.values, "way": way}) if way else cond
    return cond.under(narrow) if not cond.ok else cond


def doubtful(view: View, dos: Sequence[Instruction]) -> bool:
    """Might a text forbid or replace one of the instructions by which a cost is paid?"""
    if not dos:
        return False
    if has_to_arrive(view, dos) or view.table.watched_by["forbid"]:
        return True
    return any(displaceable(view, do) for do in dos)


def has_to_arrive(view: View, dos: Sequence[Instruction]) -> bool:
    """Does a cost move cards, in a game where it is paid only if they arrive?"""
    words = view.book.tables["named_by_place"] if "costs-arrive" in view.book.params else ()
    if not words or not any("to" in do.args or do.args.get("named", do.verb) in words for do in dos):
        return False
    matters = bool(view.table.watched_by["replace"])
    return bool(view.param("costs-arrive") if matters else view.book.params["costs-arrive"])


def strayed(book: Book, event: AppliedEvent) -> bool:
    """Has a card that was moved as a cost come to lie in another place, or nowhere?"""
    meant = event.args.get("meant")
    if meant is None or not (event.args.get("stated") or event.name in book.tables["named_by_place"]):
        return False
    return event.after is None or event.after.place != meant


def unchosen(view: View, what: object, ctx: Mapping[str, object]) -> bool:
    """Is it a variable without a value yet? The trial of the whole cost tells what it will hold."""
    return isinstance(what, str) and what[:1] == "$" and value_of(ctx, what[1:], view.book.reads) is None


# by which names most of what pays can be spoken of, whatever else it is called
PAYING = ("move", "mark", "pay")


def displaceable(view: View, do: Instruction) -> bool:
    """Might this part of a cost be replaced, so that it is not paid?"""
    watched = view.table.watched_by["replace"]
    if not watched or "replaced-pays" not in view.book.params:
        return False
    covering = (name for name, spec in view.book.moves.items() if "covers" in spec)
    return not watched.isdisjoint((do.verb, str(do.args.get("named", "")), *PAYING, *covering))


def conditions(
    view: View,
    dos: Sequence[Instruction],
    ctx: Mapping[str, object],
    rule: str,
    needs: dict[str, int] | None = None,
) -> list[Condition]:
    """One condition for each instruction that could fail; `rule` is cited with a test's own article.

    `needs` carries what other costs of the same act have claimed already.
    """
    needs = {} if needs is None else needs
    conds = (condition(view, do, ctx, rule, needs) for do in dos)
    return [cond for cond in conds if cond is not None]


def condition(
    view: View, do: Instruction, ctx: Mapping[str, object], rule: str, needs: dict[str, int]
) -> Condition | None:
    """The condition of one instruction, None when it cannot fail."""
    known = view.book.vocabulary
    test = known[do.args["named"]].possible if "named" in do.args else None
    test = test or (known[do.verb].possible if do.verb in known else None)
    if test is None:
        return None
    cond = test(view, do.args, ctx, needs)
    own = cond.rule or str(do.args.get("rule", ""))  # an instruction of a keyword has an article of its own
    return cond._replace(rule=own or rule)


def claim(needs: dict[str, int], pool: str, n: int) -> int:
    """How many cards of a pool are needed in all: parts of one cost never share a card."""
    needs[pool] = needs.get(pool, 0) + n
    return needs[pool]


ACTING = "acting"  # the card with whose use goes what a text of another card has paid


def acts(card: Card, ctx: Mapping[str, object]) -> bool:
    """Is it the card that acts, or the card with whose use this is being paid?"""
    return card.object in (ctx.get("self"), ctx.get(ACTING))


def leaving(view: View, card: Card, ctx: Mapping[str, object]) -> bool:
    """Is it the acting card itself, in a hand or another closed zone? It is on its way from there, so it
    cannot pay.
    """
    return acts(card, ctx) and view.book.zones.get(card.place, EMPTY).get("seen") != "all"


__all__ = ["claim", "conditions", "feasible"]
