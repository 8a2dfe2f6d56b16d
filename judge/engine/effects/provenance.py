"""Provenance of values: tells what is printed, what changes it, in which order, and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from judge.engine import trace
from judge.engine.effects.continuous import conditional_rules, find_statics, fold, statics
from judge.engine.effects.dependency import CIRCLES, Key, applied, in_turn, key_of, ranked, supposing
from judge.engine.effects.grants import bound_givers, taken_away
from judge.engine.effects.muted import muted
from judge.engine.effects.scopes import amount_of, fits, tell_unaffected, touches
from judge.engine.effects.sources import of_prints, printed_abilities, sources
from judge.engine.effects.validity import works
from judge.engine.kernel.book import ARITHMETIC, Ability
from judge.engine.kernel.state import EMPTY, AppliedEvent, Card, Effect
from judge.engine.kernel.view import View
from judge.engine.language.walk import dos_in
from judge.text.plain import Json
from judge.text.rows import NamedTuple


class Part(NamedTuple):
    """One change of a value: how old it is, what it does, the card and the ability that it comes from, and
    the words that it looks for inside a text of the card.
    """

    stamp: int
    makes: str
    amount: Json
    source: str
    text: str
    contains: Mapping[str, object] = EMPTY
    giver: str = ""  # the card that gave the ability to the one that it comes from
    key: Key = ("", "")


def tell_value(view: View, card: Card, attr: str) -> None:
    """Records how the value of an attribute of a card comes about, in games whose book says how it is worked
    out.
    """
    rule = str(view.book.cites.get("printed-value", ""))
    if not rule or not view.tracing:
        return
    printed, now = view.printed(card, attr), view.value(card, attr)  # first, for it settles what applies
    parts, bound, late = parts_of(view, card, attr), dependent(view, card, attr), too_early(view, card, attr)
    idle, taken = idle_on(view, card, attr), silenced(view, card, attr)
    if not (parts or bound or late or idle or taken):
        return
    view.note(trace.VALUE, rule, card=card.id, attr=attr, printed=printed, now=now)
    tell_parts(view, attr, parts)
    for bearer, other, applies in bound:
        view.note(trace.VALUE_AFTER, card=bearer, by=other, applies=applies)
    tell_given(view, taken)
    for name in circular(view, attr):
        view.note(trace.VALUE_CIRCLE, card=name)
    for _, source in idle:
        view.note(trace.VALUE_INVALID, by=source.id)
    for record in late:
        by = view.game.objects.get(record.args.get("by", ""))
        by = by or str(record.args.get("ability", "")).partition("/")[0]
        view.note(trace.VALUE_LATE, card=card.id, by=by, attr=attr)


def tell_made(view: View, card: Card, attr: str) -> None:
    """Records the permanents and lasting effects that make the value of an attribute, each with the value
    before and after, and the permanents that do not apply because their condition is not met or they do not
    work.
    """
    was, _ = view.printed(card, attr), view.value(card, attr)  # the value settles what applies
    parts, permanents = parts_of(view, card, attr), {static.id: static for _, static, _ in statics(view)}
    textual = str(view.book.cites.get("textual", ""))
    numeric = view.book.attributes[attr].get("type") == "int"
    rule = str(view.book.cites.get("numeric", "")) if numeric else textual
    for part in parts:
        ability = permanents.get(part.text) or view.table.abilities.get(part.text)
        kind = narrowest(view, ability) if ability is not None else rule
        now = fold(was, part.makes, part.amount)
        form = "" if part.text in permanents else "lasting" if part.source else "begun"
        view.note(
            trace.MADE, rule or kind, form=form, card=card.id, attr=attr, by=part.source, was=was, now=now
        )
        if part.text in permanents and rule not in ("", kind):
            view.note(trace.MADE_BY, kind, card=part.source)
        if part.giver:
            view.note(trace.VALUE_GIVEN, textual or kind, card=part.source, by=part.giver)
        was = now
    for ability, source in idle_on(view, card, attr):
        ctx = {"me": source.seat, "self": source.object}
        asked = (condition for condition in (ability.validity, ability.when) if condition is not None)
        findings = [finding for when in asked for finding in view.judge(when, ctx).found]
        rule = narrowest(view, ability)
        view.note(trace.PERMANENT_IDLE, rule, card=card.id, attr=attr, by=source.id, found=findings)
    for ability, source, ban in kept_off(view, card, attr):
        tell_unaffected(view, *ban, ability.id, source.id, card.id)
    for source in of_prints(view, "static", view.table.static_prints):
        for ability in printed_abilities(view, source) if source.zone else ():
            about = ability.kind == "static" and ability.data.get("attr") == attr
            why = muted(view, source, ability) if about and touches(view, ability, source, card) else None
            if why is not None and why.kind != "place":
                view.note(trace.PERMANENT_MUTED, why.rule, card=card.id, attr=attr, by=source.id)


def kept_off(view: View, card: Card, attr: str) -> Iterator[tuple[Ability, Card, tuple[Ability, Card]]]:
    """The permanents on an attribute that do not apply to a card because a text makes the card unaffected:
    the permanent, the card that has it, and that text.
    """
    for _, ability, source in statics(view):
        if ability.data.get("attr") == attr and fits(view, ability, source, card):
            ban = view.unaffected(ability.id, source, card)
            if ban is not None:
                yield ability, source, ban


def circular(view: View, attr: str) -> list[str]:
    """The cards whose permanents on an attribute depend on each other."""
    cards: list[tuple[Ability, Card]] = view.game.static_cache.get(CIRCLES, [])
    of_attr = any(ability.data.get("attr") == attr for ability, _ in cards)
    return list(dict.fromkeys(source.id for _, source in cards)) if of_attr else []


def tell_permanents(view: View, card: Card, attr: str) -> None:
    """Records which permanents apply to a number of a card, each with its narrowest article, and which do
    not because their condition is not met.
    """
    if not view.tracing:
        return
    cards = [
        static
        for static in statics(view)
        if static[1].data.get("attr") == attr and touches(view, *static[1:], card)
    ]
    for _, ability, source in cards:
        n = amount_of(view, ability, source, card)
        rule = str(view.book.tables["pile"].get("works", "")) if source.on else narrowest(view, ability)
        view.note(trace.PERMANENT, rule, card=card.id, attr=attr, by=source.id, n=n)
        tell_textual(view, ability, source, card)
    for ability, source in idle_on(view, card, attr):
        view.note(trace.PERMANENT_IDLE, narrowest(view, ability), card=card.id, attr=attr, by=source.id)
    if cards and any(effect.attr == attr and card.object in effect.to for effect in view.game.effects):
        values = {"printed": view.printed(card, attr), "now": view.value(card, attr)}
        view.note(trace.ADDS_UP, card=card.id, attr=attr, **values)


def tell_textual(view: View, ability: Ability, source: Card, card: Card) -> None:
    """Records that a permanent applies because another effect has made the card what the permanent looks
    for, whichever of the two came first.
    """
    rule, looked_for = str(view.book.cites.get("textual", "")), set(ability.data.get("scope", ()))
    made = {effect.attr for effect in view.game.effects if card.object in effect.to} & looked_for
    for attr in sorted(made & set(view.book.attributes)):
        if view.book.attributes[attr].get("type") != "int":
            view.note(trace.TEXTUAL_FIRST, rule, card=card.id, attr=attr, by=source.id)


def tell_overridden(view: View, card: Card, what: str, rule: str, article: str) -> None:
    """Tell, by a rule, of the text that lifts another for a card, as what prevails over an article."""
    allowed = view.permits(card, what)
    if allowed is not None:
        view.note(trace.OVERRIDDEN, rule, ability=allowed.id, article=article)


def narrowest(view: View, ability: Ability) -> str:
    """The article that says most about a permanent: the one about its situation, the one about its
    condition, or its own.
    """
    return next(iter(conditional_rules(view, ability)), ability.rule)


def tell_given(view: View, taken: list[tuple[str, str]]) -> None:
    """Records the permanents that do not apply because others take them away, and which of these depend on
    others.
    """
    for bearer, other in taken:
        view.note(trace.VALUE_TAKEN, card=bearer, by=other)
    for bearer, other, applies in bound_givers(view):
        view.note(trace.VALUE_AFTER, card=bearer, by=other, applies=applies)


def tell_parts(view: View, attr: str, parts: list[Part]) -> None:
    """Records each change in the order in which it is applied, with the articles about that order where it
    matters.
    """
    cites, numeric = view.book.cites, view.book.attributes[attr].get("type") == "int"
    rule = str(cites.get("numeric" if numeric else "textual", ""))
    for part in parts:
        view.note(trace.VALUE_PART, rule, form=part.makes, n=part.amount, by=part.source, text=part.text)
        if part.giver:
            view.note(trace.VALUE_GIVEN, card=part.source, by=part.giver)
        for of, words in part.contains.items():
            view.note(trace.VALUE_CONTAINS, attr=of, words=words, by=part.source)
    last = prevailing(parts, numeric)
    if last is not None:
        view.note(trace.VALUE_LAST, by=last.source)
    scaled = next((at for at, change in enumerate(parts) if change.makes in ARITHMETIC), 0)
    if any(earlier.makes == "add" for earlier in parts[:scaled]):
        view.note(trace.VALUE_ORDER)


def prevailing(parts: list[Part], numeric: bool) -> Part | None:
    """The change that applies because it came later, where changes contradict each other; None if none do."""
    made = [
        part for part in parts if part.makes == "make" or (not numeric and part.makes in ("gain", "lose"))
    ]
    absolute = any(part.makes != "gain" for part in made)
    contradict = absolute and len({repr(part[1:3]) for part in made}) > 1
    return made[-1] if contradict and made[-1].stamp == max(part.stamp for part in made) else None


def parts_of(view: View, card: Card, attr: str) -> list[Part]:
    """Every change of an attribute of a card, in the order in which they are applied."""
    parts = [
        of_effect(view, effect)
        for effect in view.game.effects
        if effect.attr == attr and card.object in effect.to
    ]
    for stamp, ability, source in statics(view):
        if ability.data.get("attr") == attr and touches(view, ability, source, card):
            parts.append(of_static(view, stamp, ability, source, card))
    ranks = ranked(view, [part.makes for part in parts])
    parts.sort(key=lambda part: (ranks.get(part.makes, 1), part.stamp))
    turns = in_turn(view, card, attr, [(part.stamp, part.makes, part.amount, part.key) for part in parts])
    keys = [turn[3] for turn in turns]
    return sorted(parts, key=lambda part: keys.index(part.key))


def idle_on(view: View, card: Card, attr: str) -> list[tuple[Ability, Card]]:
    """The permanents that would change an attribute of a card if their conditions were met, with the cards
    that have them.
    """
    placed = [static[1:] for static in find_statics(view) if static[1].data.get("attr") == attr]
    idle = [pair for pair in placed if not works(view, pair[1], pair[0])]
    return [pair for pair in idle if touches(view, *pair, card)]


def silenced(view: View, card: Card, attr: str) -> list[tuple[str, str]]:
    """The cards whose permanents would change an attribute of a card, each with what takes them away."""
    return [
        (source.id, by.id)
        for source in sources(view)
        for ability, (_, by) in taken_away(view, source)
        if ability.kind == "static" and ability.data.get("attr") == attr
        if works(view, source, ability) and touches(view, ability, source, card)
    ]


def of_static(view: View, stamp: int, ability: Ability, source: Card, card: Card) -> Part:
    """The change that a permanent makes to a card."""
    amount, of = amount_of(view, ability, source, card), ability.data.get("scope", EMPTY)
    giver = giver_of(view, ability, source)
    return Part(
        stamp,
        ability.data["makes"],
        amount,
        source.id,
        ability.id,
        of.get("contains", EMPTY),
        giver,
        key_of((stamp, ability, source)),
    )


def giver_of(view: View, ability: Ability, source: Card) -> str:
    """The card that has given an ability to another one; "" for one that is printed there."""
    for effect in view.game.effects:
        if effect.makes in ("grant", "impose") and ability.id in effect.value and source.object in effect.to:
            return source_of(view, effect)
    for _, other, card in statics(view):
        if other.data.get("makes") == "grant" and ability.id in other.data["value"]:
            return card.id
    return ""


def of_effect(view: View, effect: Effect) -> Part:
    """The change that a lasting effect makes."""
    key = ("", str(effect.id))
    return Part(effect.id, effect.makes, effect.value, source_of(view, effect), effect.ability, key=key)


def source_of(view: View, effect: Effect) -> str:
    """The card whose ability an effect is of, by its name once it has left."""
    return view.game.objects.get(effect.source) or effect.ability.partition("/")[0]


def dependent(view: View, card: Card, attr: str) -> list[tuple[str, str, bool]]:
    """The permanents on an attribute that depend on another permanent or on an effect: the card of each, the
    card of the other, and whether the permanent applies.
    """
    every_one, effects, rows = statics(view), view.game.effects, []
    placed = [static for static in find_statics(view) if static[1].data.get("attr") == attr]
    for permanent in placed:
        now = applied(view, permanent, card)
        for other in every_one:
            left = tuple(each for each in every_one if each != other)
            if other[1:] != permanent[1:] and supposing(view, left, effects, permanent, card, attr) != now:
                rows.append((permanent[2].id, other[2].id, now is not None))
        for effect in effects:
            rest = tuple(each for each in effects if each != effect)
            if supposing(view, every_one, rest, permanent, card, attr) != now:
                rows.append((permanent[2].id, source_of(view, effect), now is not None))
    return rows


def too_early(view: View, card: Card, attr: str) -> list[AppliedEvent]:
    """The effects of resolved abilities that do not apply to a card because the card came later, as recorded
    events.
    """
    if "late" not in view.book.cites or view.tracer is None:
        return []
    records = [entry.data["record"] for entry in view.tracer.entries if entry.kind is trace.EVENT]
    came = next((at for at, event in enumerate(records) if arrives(event, card)), 0)
    late = []
    for record in records[:came]:
        if record.verb == "gain" and record.args["attr"] == attr and meant(view, record, card):
            late.append(record)
        elif record.verb == "expire":
            late = [other for other in late if other.args["until"] != record.args.get("until")]
    return late


def arrives(record: AppliedEvent, card: Card) -> bool:
    """Does a card become its present object in this event?"""
    before, after = record.before, record.after
    return (
        after is not None
        and after.object == card.object
        and before is not None
        and before.object != card.object
    )


def meant(view: View, record: AppliedEvent, card: Card) -> bool:
    """Would an effect apply to this card if the card had been there when the effect began?"""
    ability = view.table.abilities.get(str(record.args.get("ability", "")))
    ctx = {"me": record.args.get("who", ""), "self": record.args.get("by", "")}
    return ability is not None and any(
        view.matches(card, of, ctx) for of in scopes(view, ability, str(record.args["makes"]))
    )


def scopes(view: View, ability: Ability, makes: str) -> Iterator[Mapping[str, object]]:
    """The cards on which an ability puts such an effect, as its text names them."""
    default = {"zone": view.book.default_zone, "of": "me"}
    for do in dos_in(ability.do):
        of = do.args.get("of", EMPTY)
        if do.verb == "lasting" and do.args["makes"] == makes and isinstance(of, Mapping) and of:
            yield {**default, **of}
        for imposed in do.args.get("abilities", ()) if do.verb == "impose" else ():
            data = view.table.abilities[imposed].data
            if data.get("makes") == makes and "scope" in data:
                yield data["scope"]
