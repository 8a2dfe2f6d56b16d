"""Offers that all games share: pending abilities, and abilities that are activated."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from judge.engine.effects.continuous import of_kind
from judge.engine.effects.scopes import touches
from judge.engine.effects.sources import printed_abilities
from judge.engine.effects.validity import tell_stays
from judge.engine.flow.feasibility import conditions, tried
from judge.engine.flow.listeners import watchers
from judge.engine.flow.option_conditions import asked, validity_rule
from judge.engine.flow.pipeline import displacing
from judge.engine.flow.replacements import Candidate
from judge.engine.flow.triggers import trigger_signature, used
from judge.engine.kernel.book import Ability
from judge.engine.kernel.event import Event
from judge.engine.kernel.instructions import call, put_vars
from judge.engine.kernel.registry import Rules
from judge.engine.kernel.state import Card, Condition, Instruction, Option, Waiting
from judge.engine.kernel.view import Vars, View
from judge.engine.language.limits import apart, told

offers = Rules("shared")


@offers.offer("pending", spoken="resolve", most=2)
def pending(view: View, v: Vars, seat: str) -> Iterator[Option]:
    """Options of the seat's pending abilities; an ability that waits several times is offered once."""
    for entry, _, words in awaiting(view, seat):
        yield Option("resolve", words, (call("auto", entry=entry.id, me=seat),), ())


def awaiting(view: View, seat: str) -> Iterator[tuple[Waiting, Ability, tuple[str, ...]]]:
    """The pending abilities of a seat with the words that name them; of equal ones only one."""
    told: dict[tuple[object, ...], list[tuple[object, ...]]] = {}
    own = [wait for wait in view.game.waiting if wait.master == seat and wait.status == "pending"]
    kinds: dict[str, set[str]] = {}
    for own_entry in own:
        kinds.setdefault(own_entry.card, set()).add(view.table.abilities[own_entry.ability].kind)
    for entry in own:
        ability = view.table.abilities[entry.ability]
        key = trigger_signature(entry, ability)
        twins = told.setdefault(key[:2], [])
        if key in twins:
            continue
        twins.append(key)
        name = waiting_word(view, entry, kinds[entry.card])
        yield entry, ability, (name,) if len(twins) == 1 else (name, str(len(twins)))


def waiting_word(view: View, entry: Waiting, beside: Collection[str]) -> str:
    """The words for a pending ability. They include its kind where its card has another pending ability of
    the same name.
    """
    name, ability = word(view, entry.card, entry.ability), view.table.abilities[entry.ability]
    return f"{name}.{ability.keyword or ability.kind}" if name == entry.card and len(beside) > 1 else name


def word(view: View, card: str, ability: str) -> str:
    """The words by which players name an ability: its card, with the ability's name when the card has
    several named ones.
    """
    spec = view.table.abilities[ability]
    if spec.name:
        return f"{card}.{spec.name}"
    alike = unnamed(view, view.game.cards[card], spec.kind)
    if len(alike) < 2 or ability not in alike:
        return card
    plain = [id_ for id_ in alike if not view.table.abilities[id_].keyword]
    return f"{card}.{spec.keyword or plain.index(ability) + 1}"


def answering(
    view: View, v: Vars, card: Card, ability: Ability, about: str, kinds: Sequence[str], procedure: str
) -> tuple[Instruction, ...]:
    """The instructions for using an ability as an answer: the window counts one more act and starts the
    ability's procedure, which knows what it is `about` and which entry lies `below` it.
    """
    below = [entry.id for entry in view.game.waiting if entry.status in ("link", "negated")]
    act = {"seat": card.seat, "kinds": tuple(kinds), "about": card.object}
    fields = {"window": v["depth"], "below": below[-1] if below else "", "it": about}
    do = call(procedure, ability=ability.id, self=card.object, me=card.seat, **fields)
    return put_vars(acts=(*v["acts"], act)), do


def unnamed(view: View, card: Card, kind: str) -> list[str]:
    """The abilities of a kind without a name that a card has or prints, each once."""
    borne = (*view.borne(card), *printed_abilities(view, card))
    return list(dict.fromkeys(ability.id for ability in borne if ability.kind == kind and not ability.name))


Extra = Callable[[View, Card, Ability, dict[str, int]], list[Condition]]
Whole = Callable[[View, Card, Ability], Sequence[Instruction]]
Laid = Callable[[View, Option, Card, Ability], Option]


def activated(
    view: View, v: Vars, seat: str, extra: Extra, whole: Whole, laid: Laid | None = None
) -> Iterator[Option]:
    """Options of abilities that the seat may activate. `extra` gives the conditions and costs that the game
    adds, `whole` everything that an ability costs, `laid` the option with surcharges that texts of other
    cards add.
    """
    for card, ability, valid in of_kind(view, "activated"):
        if card.seat != seat or card.on:
            continue
        if card.place in ability.zones or "any" in ability.zones:
            card = view.game.cards[card.id]  # its marks may have changed since
            option = activation(view, v, card, ability, valid, extra, whole)
            yield laid(view, option, card, ability) if laid is not None else option
        elif view.tracing:
            yield elsewhere(view, card, ability)


ACT_RULE = "act_rule"  # among the values of what a text forbids: the article by which it would be done
ELSEWHERE = "elsewhere"  # refused because it lies where it does not work: claimed, but not told of every card


def elsewhere(view: View, card: Card, ability: Ability) -> Option:
    """The refused option of an ability whose card lies where the ability does not work, with the article."""
    usual = view.book.cites.get("elsewhere") or view.book.works.get("rule", "")
    rule = str(ability.data.get("place_rule") or usual)
    return Option("activate", (word(view, card.id, ability.id),), (), (Condition(rule, False, ELSEWHERE),))


def activation(
    view: View, v: Vars, card: Card, ability: Ability, valid: bool, extra: Extra, whole: Whole
) -> Option:
    """One [Activation] as an option, with every condition that may refuse it."""
    do = call("activate", ability=ability.id, self=card.object, me=card.seat)
    conds = activation_conds(view, v.get("mode", ""), card, ability, valid, extra, whole)
    return Option("activate", (word(view, card.id, ability.id),), (do,), conds)


def activation_conds(
    view: View, mode: str, card: Card, ability: Ability, valid: bool, extra: Extra, whole: Whole
) -> Iterator[Condition]:
    """The conditions for activating an ability; its costs come last."""
    ctx = {"me": card.seat, "self": card.object, "ability": ability.id}
    yield from validity(view, ability, valid, ctx)
    yield from limits(view, card, ability)
    yield timing(view, mode, card, ability)
    cites = view.book.cites
    cost = ability.rule if ability.keyword else cites.get("cost", ability.rule)
    rule = str(ability.data.get("when_rule", ability.rule))
    yield asked(view, rule, ability.when, ctx)
    needs: dict[str, int] = {}
    paying, rule = {**ctx, "because": "cost"}, cites.get("cost", ability.rule)
    parts = conditions(view, ability.cost, paying, cost, needs) + extra(view, card, ability, needs)
    yield from tried(view, parts, whole(view, card, ability), paying, rule)


def validity(view: View, ability: Ability, valid: bool, ctx: Mapping[str, object]) -> Iterator[Condition]:
    """The conditions of an ability itself: it is not negated, and its conditions of validity are met."""
    cites = view.book.cites
    if not valid:
        yield Condition(cites.get("silent", ""), False, "invalid")
    if view.book.invalid_stays:
        card = view.card(str(ctx["self"])) if view.tracing else None
        if card is not None:
            tell_stays(view, card, ability)
        return
    ok, findings = view.judge(ability.validity, ctx)
    if not ok:
        yield Condition(validity_rule(view, ability), False, "validity", {"found": findings})


def timing(view: View, mode: str, card: Card, ability: Ability) -> Condition:
    """The condition that an ability can be activated at the present moment of the game."""
    rule = str(view.book.cites.get("timing") or ability.rule)
    return Condition(rule, mode in ability.modes, "mode", {"mode": mode, "modes": ability.modes})


def bans(view: View, proposed: Callable[[], Event]) -> list[Condition]:
    """The conditions that no ability forbids what an option would do; the event is made only if anything
    forbids one.
    """
    return [condition for condition in unbarred(view, proposed) if not condition.ok]


def unbarred(view: View, proposed: Callable[[], Event]) -> Iterator[Condition]:
    """The condition that no ability forbids what an option would do, where one does."""
    if not view.table.watched_by["forbid"]:
        return
    event = proposed()
    ban = next(watchers(view, "forbid", event), None)
    if ban is not None:
        cond = kept_by(ban, view.book.cites["forbidden"], "forbidden")
        yield cond._replace(values={**cond.values, ACT_RULE: event.get("rule", "")})


def hindrances(view: View, proposed: Callable[[], Event]) -> list[Condition]:
    """The conditions that a cost, or the beginning of an act, can be done."""
    return [condition for condition in unhindered(view, proposed) if not condition.ok]


def unhindered(view: View, proposed: Callable[[], Event]) -> Iterator[Condition]:
    """The condition that a cost, or what an act begins with, can be done:
    nothing forbids it, and nothing takes its place.
    """
    conds = [*unbarred(view, proposed)]
    yield from conds
    if all(condition.ok for condition in conds) and view.table.watched_by["replace"]:
        other = displacing(view, proposed())
        if other is not None:
            yield kept_by(other, str(view.book.cites["replaced"]), "supplanted")


def kept_by(candidate: Candidate, rule: str, say: str) -> Condition:
    """The failed condition that a card's ability prevents something; one that the rules give comes first."""
    ability, by = candidate.ability, giver(candidate.ability.id, candidate.card.id)
    told = ability.rule if ability.data.get("inherent") else rule
    return Condition(told, False, say, {"by": by, "ability": ability.id, "own": ability.rule})


def giver(ability: str, card: str) -> str:
    """The name of the card that an ability comes from: where it was granted, the card that prints it."""
    return ability.partition("/")[0] if "+" in ability else card


def limits(view: View, card: Card, ability: Ability) -> Iterator[Condition]:
    """The condition that a limited ability has not been used up."""
    if ability.once:
        form, values = told(ability)
        about = {"ability": ability.id, **values}
        unused = not used(view, ability, card)
        rule = (
            apart(view, ability, card)
            if unused and "once-apart" in view.book.cites
            else view.book.cites["once"]
        )
        yield Condition(rule, unused, f"once.{form}" if form else "once", about)


def beside_silent(
    view: View, card: Card, attr: str, conds: Sequence[Condition], say: str
) -> Iterator[Condition]:
    """The conditions; while reasons are told, also the permanents beneath cards that would change `attr`."""
    yield from conds
    if not view.tracing or all(cond.ok or cond.message_key != say for cond in conds):
        return
    for source in [below for below in view.game.cards.values() if below.on]:
        abilities = [
            ability for ability in printed_abilities(view, source) if ability.data.get("attr") == attr
        ]
        if any(ability.kind == "static" and touches(view, ability, source, card) for ability in abilities):
            yield Condition(
                str(view.book.tables["pile"]["one"]), False, "absent.beneath", {"card": source.id}
            )
