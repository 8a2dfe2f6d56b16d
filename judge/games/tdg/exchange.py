"""Response windows: answers of Blocks, each capacity once, resolved last first but for Blocks that act on
each other (phase4.response-def to phase4.priority-tie).

Code because an answer has to know what it answers and whose Block that is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from judge.engine.book import Ability, Outcome
from judge.engine.continuous import of_kind
from judge.engine.offers import word
from judge.engine.proposals import call, event, events, put_vars
from judge.engine.view import Vars, View
from judge.games.tdg.blocks import BLOCKS, block_of, counts
from judge.games.tdg.reading import SPENT, is_read
from judge.games.tdg.registry import rules
from judge.state import Card, Cond, Do, Frame, Option, Waiting


@rules.offer("answer", "phase4.response-def", "phase4.response-atq", "phase4.capacity-once")
def answer(game: View, v: Vars, seat: str) -> Iterator[Option]:
    """Capacities of one's Blocks on what the other player did last."""
    acts = [one for one in v["acts"] if one["seat"] != seat]
    for card, ability, valid in of_kind(game, "counter"):
        if card.seat == seat and valid and card.zone:
            yield option(game, v, card, ability, acts)


def option(game: View, v: Vars, card: Card, ability: Ability, acts: list[Mapping[str, Any]]) -> Option:
    """One capacity used as an answer."""
    below = [one for one in game.game.waiting if one.status in ("link", "negated")]
    fields = {
        "window": v["depth"],
        "below": below[-1].id if below else "",
        "it": acts[-1]["about"] if acts else "",
    }
    do = call("reply", ability=ability.id, self=card.object, me=card.seat, **fields)
    act = {"seat": card.seat, "kinds": ("answer",), "about": card.object}
    words = (word(game, card.id, ability.id),)
    return Option(
        "answer", words, (put_vars(acts=(*v["acts"], act)), do), conds(game, v, card, ability, acts)
    )


def conds(game: View, v: Vars, card: Card, ability: Ability, acts: list[Mapping[str, Any]]) -> Iterator[Cond]:
    """What it answers was done last by the other player, its source is valid, it was not used before."""
    last = v["acts"][-1] if v["acts"] else None
    mine = last is not None and last["seat"] == card.seat
    rule = "phase4.response-def" if card.seat != game.active else "phase4.response-atq"
    kinds = acts[-1]["kinds"] if acts and not mine else ()
    yield Cond(
        rule, any(kind in ability.against for kind in kinds), "answer.kind", {"against": ability.against}
    )
    yield Cond("golden.source", counts(game, card), "source")
    used = [one for one in game.game.waiting if one.ability == ability.id and one.source == card.object]
    yield Cond("phase4.capacity-once", not used, "answer.used")
    yield Cond("position.engaged", is_read(game, card, ability, card.seat), "reads")
    yield Cond(
        "phase4.declare",
        game.holds(ability.when, {"me": card.seat, "self": card.object}),
        "when",
        {"when": ability.when},
    )


@rules.step("add-answer")
def add(game: View, v: Vars) -> Outcome:
    """The answer waits for the window to be resolved; its capacity is spent for its own Block's reading."""
    card = game.card(v.object("self"))
    assert card is not None
    kept = {key: value for key, value in v.vars.items() if key not in ("kinds",)}
    ctx = {"me": v["me"], "self": card.object, "ability": v["ability"]}
    new = event(ctx, "wait", "link", v["rule_here"], holder=card.id, status="link", vars=kept)
    spent = event(
        {}, "remember", "spent", "phase4.def-used", key=f"{SPENT}{card.object}:{v['ability']}", value=1
    )
    return [events([new, spent])]


@rules.step("resolve-answer")
def resolve(game: View, v: Vars) -> Outcome:
    """One answer: cancelled, without a source, or carried out; before it the effect itself, where its Block
    is the higher one of two that act on each other (phase4.priority).
    """
    entry = next(one for one in game.game.waiting if one.id == v["entry"])
    frame, card = game.running("read-effect"), game.card(entry.source)
    if frame is not None and card is not None and first(game, frame, card, entry):
        do = put_done(frame)
        return [
            do,
            Do(
                "within",
                {
                    "vars": carried(frame),
                    "do": game.table.abilities[frame.vars["ability"]].do,
                    "rule": "phase4.priority",
                },
            ),
            call("resolve-link", entry=entry.id, link=entry.id),
        ]
    leave = events([event({}, "leave", "leave", "phase4.exchange", entries=(entry.id,))])
    if entry.status == "negated":
        game.note("answer-cancelled", "phase4.exchange", card=entry.card)
        return [leave]
    if card is None or not counts(game, card):
        game.note("cancelled", "phase4.check-source", card=entry.card)
        return [leave]
    ability = game.table.abilities[entry.ability]
    vars = {**entry.vars, "because": "effect", "rule": ability.rule, "ability": ability.id}
    game.note("carried-out", "phase4.exchange", card=card.id)
    return [leave, Do("within", {"vars": vars, "do": tuple(ability.do), "rule": ability.rule})]


def put_done(frame: Frame) -> Do:
    """The effect under way has been carried out."""
    return Do("put", {"procedure": "read-effect", "vars": {"done": True}, "rule": ""})


def carried(frame: Frame) -> dict[str, Any]:
    """The values with which the effect under way is carried out."""
    kept = {key: value for key, value in frame.vars.items() if key not in ("kinds", "block")}
    return {**kept, "because": "effect"}


def first(game: View, frame: Frame, card: Card, entry: Waiting) -> bool:
    """Do the effect and its first answer act on each other, and is the effect's Block the higher one,
    or of the same rank and the attacker's (phase4.priority, phase4.priority-tie)?
    """
    source = game.card(str(frame.vars["self"]))
    if (
        source is None
        or frame.vars.get("done")
        or entry.vars.get("below")
        or not game.param("priority-first")
    ):
        return False
    mutual = aims(game, frame.vars, card) and aims(game, entry.vars, source)
    if not mutual:
        return False
    ours, theirs = (BLOCKS.index(block_of(game, one)) for one in (source, card))
    return ours < theirs or (ours == theirs and source.seat == game.active)


def aims(game: View, vars: Mapping[str, Any], card: Card) -> bool:
    """Does an effect touch the Block of a card: one of its own cards named by what it does?"""
    ability = game.table.abilities[vars["ability"]]
    named = (do.args.get(do.args.get("named", "")) for do in ability.do)
    found = {ref for one in named if one is not None for ref in game.refs(one, vars)}
    cards = (game.card(ref) for ref in found)
    block = block_of(game, card)
    return any(one is not None and (one.seat, block_of(game, one)) == (card.seat, block) for one in cards)
