"""The copies of one card: over all its lines, printings and parts,
and whether its lines are one card at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.decks.building import Changes, copies_allowed
from judge.decks.counting import grouped, total, within
from judge.decks.deck import Deck
from judge.decks.faulting import Found, blank, crossing, fault, given
from judge.decks.items import Item, label
from judge.decks.limits import Limit, Limits, fold_number
from judge.decks.report import Fault
from judge.decks.selecting import Truth, every, matches, some
from judge.decks.sharing import shared
from judge.folding import fold


def by_copies(limit: Limit, deck: Deck, items: Sequence[Item], limits: Limits, changes: Changes) -> Found:
    """Too many copies of one card, over all its lines, printings and parts."""
    groups = grouped(
        (one for one in items if within(one, limit.parts, limits) is not Truth.NO), lambda one: one.key
    )
    freeing = limits.freeing(limit)
    faults, unknown = [], 0
    for group in groups.values():
        found, count = of_one_card(limit, group, freeing, deck, changes, limits)
        if found is Truth.UNKNOWN:
            unknown += count
        elif found is not Truth.NO:
            faults.append(too_many(limit, deck, group, found, count, limits, changes))
    faults += by_names(limit, deck, items, limits)
    faults += by_loose_names(limit, deck, items, limits)
    return Found(tuple(faults), blank(limit, unknown))


def of_one_card(
    limit: Limit,
    group: Sequence[Item],
    freeing: Sequence[Limit],
    deck: Deck,
    changes: Changes,
    limits: Limits,
) -> tuple[Truth, int]:
    """Whether there are too many copies of one card, and how many count."""
    if limit.at_most is None or total(group) <= limit.at_most:
        return Truth.NO, 0
    sure, most = copies_allowed(limit, group[0], changes, limits)
    freed = every(some(matches(row.where, one.card) for row in freeing) for one in group)
    if freed is Truth.YES or total(group) <= sure:
        return Truth.NO, 0
    answers = [matches(limit.where, one.card) for one in group]
    counted = total(one for one, answer in zip(group, answers, strict=True) if answer is Truth.YES)
    possible = total(one for one, answer in zip(group, answers, strict=True) if answer is not Truth.NO)
    if Truth.YES not in answers:
        return some(answers), possible
    # What perhaps frees a card has a bound of its own: beyond both there are too many either way.
    beyond = max((row.at_most or 0 for row in freeing), default=0) if freed is Truth.UNSURE else 0
    if counted > max(most, beyond) and one_card(group, deck, limits):
        return Truth.YES, counted
    # Of several prints only some answer: whether they make the others do so is not said.
    return Truth.UNSURE, total(group) if counted <= sure < total(group) else possible


def one_card(group: Sequence[Item], deck: Deck, limits: Limits) -> bool:
    """Whether these lines are surely one card:
    by what the rulebook goes by, by one number, or as one key of a file.
    """
    alone = len(group) == 1 and (deck.format in ("toml", "json") or bool(limits.identity.get("line")))
    numbers = {fold_number(limits.pattern, one.line.card) or one.line.card for one in group}
    return alone or (len(numbers) == 1 and "" not in numbers) or all(one.sure for one in group)


def too_many(
    limit: Limit,
    deck: Deck,
    group: Sequence[Item],
    found: Truth,
    count: int,
    limits: Limits,
    changes: Changes,
) -> Fault:
    """Too many copies of one card, surely or perhaps."""
    most, _ = copies_allowed(limit, group[0], changes, limits)
    raising = (limits.building["rule"],) if most != limit.at_most else ()
    names = list(dict.fromkeys(map(label, group)))
    message = f"{count} {limit.things[count != 1]} of {', '.join(names)}"
    same = (str(limits.identity["rule"]),) if len(names) > 1 else ()
    either = tuple(
        row.rule
        for row in limits.freeing(limit)
        if found is Truth.YES and any(matches(row.where, one.card) is Truth.UNSURE for one in group)
    )
    if same:
        message += f", {limits.identity['same']}"
    if found is Truth.UNSURE:
        message += f"; {why_unsure(limit, deck, group, limits)}"
    severity = "error" if found is Truth.YES else "unsure"
    also = tuple(dict.fromkeys((*limit.also, *raising, *same, *either)))
    row = limit._replace(at_most=most)
    return fault(row, deck, severity, message, count, group, crossing(group, most), also)


def why_unsure(limit: Limit, deck: Deck, group: Sequence[Item], limits: Limits) -> str:
    """What would have to be known to say whether there are too many copies."""
    if not one_card(group, deck, limits):
        return f"whether they are one card is not known: {given(limits)} would say"
    freeing = limits.freeing(limit)
    if any(some(matches(row.where, one.card) for row in freeing) is Truth.UNSURE for one in group):
        return (
            "the card data only say that its text mentions what "
            f"{' or '.join(row.things[1] for row in freeing)} have"
        )
    return "whether that goes for all of them the book or the data do not say"


def by_names(limit: Limit, deck: Deck, items: Sequence[Item], limits: Limits) -> Iterator[Fault]:
    """Too many cards that share one name and title, though further names may make them other cards."""
    for group in shared(limit, items, limits):
        count = total(group)
        message = f"{count} cards share a name and title: {', '.join(dict.fromkeys(map(label, group)))}; " \
                  "whether further names make another card the book does not say"  # fmt: skip
        yield fault(
            limit, deck, "unsure", message, count, group, crossing(group, limit.at_most or 0), limit.also
        )


def by_loose_names(limit: Limit, deck: Deck, items: Sequence[Item], limits: Limits) -> Iterator[Fault]:
    """Too many copies if a line that only names its card is of a number that other lines give beside that
    name.
    """
    if limit.at_most is None or limit.where is not None or "number" not in limits.identity["by"]:
        return
    loose = grouped(
        (one for one in items if not one.sure and not one.key.startswith("#")), lambda one: one.key
    )
    for key, group in loose.items():
        named = grouped(
            (one for one in items if one.key.startswith("#") and fold(one.line.name) == key),
            lambda one: one.key,
        )
        most = max((*named.values(), []), key=total)
        if named and total(group) <= limit.at_most < total(group) + total(most):
            both = (*most, *group)
            message = (
                f"{total(both)} copies of {', '.join(dict.fromkeys(map(label, both)))}; "
                f"{why_unsure(limit, deck, both, limits)}"
            )
            yield fault(
                limit, deck, "unsure", message, total(both), both, crossing(both, limit.at_most), limit.also
            )
