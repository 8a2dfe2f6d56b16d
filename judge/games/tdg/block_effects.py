"""Reading Blocks and off-field cards: effects are announced, ordered and carried out, each with its window
(phase4.declare, phase4.effect-order, phase4.check-source).

Code because which effects a card has depends on how it lies, on its universe and on who reads it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.engine.effects.validity import placed
from judge.engine.kernel.book import Ability, Outcome
from judge.engine.kernel.event import Event
from judge.engine.kernel.instructions import AGAIN, call, event, events, put_vars
from judge.engine.kernel.state import AppliedEvent, Card, Choice, Decision, Instruction, Seat
from judge.engine.kernel.view import Vars, View
from judge.engine.language.traits import names
from judge.errors import NotImplementedYet
from judge.games.tdg import registry
from judge.games.tdg.blocks import (
    BLOCKS,
    LEADER,
    OWNERS,
    TERRAIN,
    abroad,
    boosted,
    counts,
    does_anything,
    engaged,
    fighting,
    linked,
    read_as,
    reads_allied,
    said,
    terrain_of,
    there,
    unlinked,
    valid,
)
from judge.games.tdg.registry import rules
from judge.text.plain import Fields, TomlValue

Known = tuple[Card, Ability, str]

SPECIAL = {  # off-field cards and Actions: the articles by which they are carried out and have conditions
    "smash": ("smash.resolve", "smash.condition"),
    "invocation": ("smash.resolve", "smash.condition"),
    "bonus": ("bonus.resolve", "bonus.condition"),
    "anomaly": ("anomaly.resolve", "anomaly.condition"),
    "action": ("action.immediate", "action.condition"),
}
# A capacity that was used as an answer (phase4.def-used).
SPENT = rules.remembers("spent", "turn", "count") + ":"
READ = rules.remembers("effect", "turn", "count") + ":"  # an effect that was read in a Block (golden.no-undo)
# The Leader with whom the attacker's Leader Block was declared.
LEADER_READ = rules.remembers("leader-read", "turn")
# The new Leader of whom it was asked whether it leads a new Block (phase4.redeclare).
ANEW = rules.remembers("anew", "turn")


def seat_of(view: View, v: Vars) -> Seat:
    """The player whose Blocks are being read."""
    return view.seats(str(v["seat"]))[0]


@rules.step("terrain.none")
def no_terrain(view: View, v: Vars) -> Outcome:
    """If neither player has a valid Terrain, nobody wins."""
    return nobody_wins(view)


def nobody_wins(view: View) -> list[Instruction] | None:
    """The end of the game, unless there is a valid Terrain."""
    if any(valid(view, there(view, seat, TERRAIN)) for seat in view.seats("any")):
        return None
    return [events([event({}, "end-game", "draw-game", "terrain.none", losers=(), why="terrain")])]


@rules.interrupt("terrain.none", "move", "mark")
def terrain_lost(view: View, records: Sequence[AppliedEvent]) -> Sequence[Instruction] | None:
    """Reacts when the last Terrain is lost during a Confrontation."""
    lost = any(record.before is not None and record.before.place == TERRAIN for record in records)
    instructions = nobody_wins(view) if lost and view.running("confrontation") is not None else None
    return instructions if instructions and view.param("terrain-always") else None


@rules.step("next-block")
def next_block(view: View, v: Vars) -> Outcome:
    """Reads the Blocks of a player in their order. A Leader that was replaced has a Block of its own."""
    anew = declared_anew(view, v)
    if anew is not None:
        return anew
    at, seat = int(v.get("at", 0)), seat_of(view, v)
    if at >= len(BLOCKS):
        return None
    do = call("block", me=seat, block=BLOCKS[at])
    return [put_vars(at=at + 1), call("window:action", mode="confrontation"), do, AGAIN]


def declared_anew(view: View, v: Vars) -> Outcome:
    """Lets the attacker declare the Block of a new Leader, if there is anything in it to be read."""
    seat, mine = view.active, v["me"] if "me" in v else seat_of(view, v)
    lead, memory = there(view, seat, LEADER), view.game.memory
    if lead is None or not view.did(lead.object, "succeeded") or LEADER_READ not in memory:
        return None
    known = lead.object in (memory[LEADER_READ], memory.get(ANEW))
    if known or (mine != seat and not view.param("anew-in-defence")):
        return None
    texts = () if "anew" in v.answers else effects(view, seat, LEADER)
    if unread(texts):
        choices = (Choice(("declare",), True), Choice(("pass",), False))
        return Decision(seat, "act", "phase4.redeclare", "anew", choices, prompt="ask.anew")
    tell_spent(view, texts)  # what keeps it from being declared
    asked = events([event({}, "remember", "anew", "phase4.redeclare", key=ANEW, value=lead.object)])
    do = [call("block", me=seat, block=LEADER)] if v.answers.get("anew") else []
    return [asked, *do, AGAIN]


@rules.step("announce")
def announce(view: View, v: Vars) -> Outcome:
    """Announces every effect of the Block, and the order in which they are carried out."""
    seat, block = v["me"], v["block"]
    every = effects(view, seat, block)
    abilities = unread(every)
    if len(abilities) > 1 and "order" not in v.answers:
        labels = [
            (f"{card.id}.{ability.name or at}", (card.object, ability.id))
            for at, (card, ability) in enumerate(abilities, 1)
        ]
        choices = tuple(Choice((word,), value) for word, value in labels)
        return Decision(
            seat,
            "order",
            "phase4.effect-order",
            "order",
            choices,
            len(abilities),
            len(abilities),
            "ask.order",
        )
    remain, other = ANEW in view.game.memory and block != LEADER, block == TERRAIN and abroad(view)
    about = {name: True for name, on in (("remaining", remain), ("abroad", other)) if on}
    tell_spent(view, every)
    view.note(registry.BLOCK, rule_of(view, seat, block), seat=seat, block=block, **about)
    if block == TERRAIN:
        tell_link(view, seat)
    order = v.answers.get("order", tuple((card.object, ability.id) for card, ability in abilities))
    return [
        events(list(noted(view, seat, block))),
        put_vars(
            left=tuple(order),
            names=tuple((card.object, card.id) for card, _ in abilities),
            main=leading(view, seat, block),
        ),
    ]


def leading(view: View, seat: Seat, block: str) -> str:
    """The main character of a Block; if it is lost, the whole Block is cancelled."""
    main = there(view, seat, block) if block != TERRAIN else None
    return "" if main is None else main.object


def noted(view: View, seat: Seat, block: str) -> Iterator[Event]:
    """The events that remember how a Block's Terrain or Object counts, and that the Block was read."""
    if block == LEADER and seat == view.active:
        yield event(
            {}, "remember", "read", "phase4.declare", key=LEADER_READ, value=leading(view, seat, block)
        )
    for card in fighting(view, block, seat):
        if card.place in OWNERS or (card.place == TERRAIN and linked(view, seat) is not None):
            key, value = read_as(view, card, seat), int(boosted(view, card, seat))
            yield event({}, "remember", "read", "terrain.base-boosted", key=key, value=value)


def tell_link(view: View, seat: Seat) -> None:
    """Tells through which character a Terrain with effects works."""
    terrain, by = terrain_of(view), linked(view, seat)
    if terrain is not None and by is not None:
        rule = "terrain.link-priority" if by.place == LEADER else "terrain.link-shift"
        view.note(registry.LINKED, rule, card=by.id)
    elif terrain is not None and does_anything(view, terrain) and unlinked(view, terrain, seat):
        view.note(registry.UNLINKED, "terrain.link", card=terrain.id)


def rule_of(view: View, seat: Seat, block: str) -> str:
    """The article by which a Block is read."""
    if block == TERRAIN:
        return "terrain.attacker-part" if seat == view.active else "terrain.defender-part"
    return "phase4.atq-blocks" if seat == view.active else "phase4.def-blocks"


def effects(view: View, seat: Seat, block: str) -> list[Known]:
    """The effects that the cards of a Block have in their present state. Each has the article by which it is
    not read any more, or "" if it is read.
    """
    return [
        (card, ability, over(view, card, ability, seat))
        for card in fighting(view, block, seat)
        for ability in view.abilities(card)
        if ability.kind == "activated" and placed(view, card, ability) and is_read(view, card, ability, seat)
    ]


def unread(abilities: Sequence[Known]) -> list[tuple[Card, Ability]]:
    """The effects that are read now: none that was spent as an answer, and none a second time."""
    return [(card, ability) for card, ability, rule in abilities if not rule]


def tell_spent(view: View, abilities: Sequence[Known]) -> None:
    """Tells which effects are no longer read."""
    for card, _, rule in abilities:
        if rule:
            view.note(registry.SPENT, rule, card=card.id)


def over(view: View, card: Card, ability: Ability, reader: Seat) -> str:
    """The article by which a player no longer reads an effect: it was used as an answer, or read before."""
    if spent(view, card, ability):
        return "phase4.def-used"
    read = read_key(card, ability, reader) in view.game.memory and not view.param("reads-again")
    return "golden.no-undo" if read else ""


def spent(view: View, card: Card, ability: Ability) -> bool:
    """Has the defender used the capacity as an answer, so that it is no longer read?"""
    if f"{SPENT}{card.object}:{ability.id}" not in view.game.memory:
        return False
    return card.seat != view.active or bool(view.param("attacker-used"))


def read_key(card: Card, ability: Ability, reader: Seat) -> str:
    """The memory key for a player's having read an effect this turn."""
    return f"{READ}{card.object}:{ability.id}:{reader}"


def is_read(view: View, card: Card, ability: Ability, reader: Seat) -> bool:
    """Is an effect one of those that are read on the card in its present state?"""
    if "cooldown" in ability.data and card.mark("cooldown") and not card.mark("fresh-turn"):
        return False
    words = names(ability.data.get("reads", ()))
    if said(view, card).get("base") == "baseless" and "engaged" not in words:
        return False
    return all(lies(view, card, word, reader) for word in words)


def lies(view: View, card: Card, word: str, reader: Seat) -> bool:
    """Does a card lie, or is it read, in the way that a word of an effect asks for?"""
    if word == "engaged":
        return engaged(card)
    if word in ("boosted", "base"):
        return boosted(view, card, reader) == (word == "boosted")
    if word not in ("adv", "allied") or card.place != TERRAIN:
        raise NotImplementedYet(f"an effect of {card.id} that is read as {word!r}")
    return reads_allied(view, card, reader) == (word == "allied")


@rules.step("off-field-effects")
def effects_of(view: View, v: Vars) -> Outcome:
    """Reads the effects of an off-field card now. They are not read again while the card stays
    (anomaly.persist).
    """
    card = view.present(v.object("self"))
    abilities = [ability for ability in view.abilities(card) if ability.kind == "activated"]
    lasts = max((int(effect.data.get("lasts", 0)) for effect in abilities), default=0)
    if lasts and view.type(card) != "anomaly":
        raise NotImplementedYet("a duration of what is no Anomaly")
    stays = {"established": True, "remaining": lasts}
    noted = event({}, "mark", "mark", "anomaly.persist", card=card.object, marks=stays)
    left, names = tuple((card.object, effect.id) for effect in abilities), ((card.object, card.id),)
    return [events([noted]), put_vars(block="off-field", left=left, names=names)]


@rules.step("next-effect")
def next_effect(view: View, v: Vars) -> Outcome:
    """Carries out the next announced effect, after a chance to play an Action. Effects whose source is gone
    are cancelled, and with a lost Leader those of the cards linked to it.
    """
    (ref, ability), *rest = v.get("left", ()) or (("", ""),)
    then = put_vars(left=tuple(rest), opened=False, further=True)
    card, main = view.card(ref), v.get("main", "")
    if ref and (card is None or not in_force(view, card) or (main and not view.same(main))):
        view.note(
            registry.CANCELLED,
            "phase4.check-source",
            card=next(name for key, name in v["names"] if key == ref),
        )
        return [then, AGAIN]
    anew = declared_anew(view, v) if v["block"] in BLOCKS else None
    if anew is not None or card is None:
        return anew
    if v["block"] in BLOCKS and not v.flag("opened"):
        return [put_vars(opened=True), call("window:action", mode="confrontation"), AGAIN]
    if v.flag("further"):
        view.note(registry.ANNOUNCED_NEXT, "phase4.order-final", card=card.id)
    effect = view.table.abilities[ability]
    do = call(
        "read-effect",
        me=v["me"],
        self=ref,
        named=card.id,
        ability=ability,
        kinds=("effect",),
        block=v["block"],
    )
    key = read_key(card, effect, v["me"])
    noted = events([event({}, "remember", "read", "phase4.declare", key=key, value=1)])
    return [then, noted, *cooled(card, effect), do, AGAIN]


def in_force(view: View, card: Card) -> bool:
    """Is the source of an effect valid: a card on the Field that has an effect now, or an off-field card?"""
    return counts(view, card) or card.place == "off-field"


@rules.step("phase4.check-source")
def carried_out(view: View, v: Vars) -> Outcome:
    """Carries out an effect, unless it was cancelled or its source is not valid any more."""
    card = view.card(v.object("self"))
    if v.flag("negated") or v.flag("done"):
        return None
    ability = view.ability(v["ability"])
    if card is None or not in_force(view, card) or ability not in view.abilities(card):
        view.note(registry.CANCELLED, "phase4.check-source", card=v["named"])
        return None
    return carrying(view, card, v.vars)


def carrying(view: View, card: Card, kept: Fields) -> list[Instruction]:
    """The instructions of an effect, if its condition is met. After each of them its source is checked,
    except for an Action, which can no longer be stopped.
    """
    ability, alone = view.table.abilities[kept["ability"]], view.type(card) == "action"
    resolved, condition = SPECIAL.get(view.type(card), ("golden.window", "golden.window"))
    played(ability)
    vars = {key: value for key, value in kept.items() if key not in ("kinds", "block", "named")}
    vars |= {"because": "effect", "rule": ability.rule}
    terms = terms_of(ability)
    told: dict[str, object] = {"card": card.id}
    ok, unmet = view.judge(terms, vars)
    if not ok:
        told |= {"ability": ability.id, "found": unmet}
        view.note(registry.UNMET, condition, **told)
        return []
    asked = {"conditional": True} if alone and terms is not None else {}
    view.note(registry.CARRIED_OUT, resolved, **told, **asked)
    dos = (*ability.data.get("targets", ()), *ability.do) if alone else checked(ability.do)
    return [Instruction("within", {"vars": vars, "do": (*ability.cost, *dos), "rule": ability.rule})]


def terms_of(ability: Ability) -> TomlValue:
    """The condition under which an effect or an answer is carried out. As all effects of a Block are
    announced, what one needs to be valid is only a condition of carrying it out.
    """
    terms = tuple([term for term in (ability.validity, ability.when) if term is not None])
    return terms if len(terms) > 1 else next(iter(terms), None)


def played(ability: Ability) -> None:
    """Stops at parts of an effect or an answer this game does not have: what its use gives up is no cost."""
    if any(do.verb != "impose" for do in ability.cost) or ability.once or ability.may:
        raise NotImplementedYet("a cost, a limit or a choice whether to do it, of an effect of a Block")


def checked(dos: Sequence[Instruction]) -> tuple[Instruction, ...]:
    """Instructions, with a check of their source after each."""
    return tuple(instruction for do in dos for instruction in (Instruction("check-source", {}), do))[1:]


@rules.verb("check-source", "phase4.check-source")
def check_source(view: View, v: Vars) -> Outcome:
    """Cancels the rest of an effect if the effect has made its own source disappear."""
    card = view.card(v.object("self"))
    if card is not None and in_force(view, card):
        return None
    return [Instruction("rest-fails", {"rule": "phase4.check-source"})]


def cooled(card: Card, ability: Ability) -> Iterator[Instruction]:
    """The instructions by which an effect with a cooldown puts the cooldown on its card, with the N of the
    turn (position.cooldown-count).
    """
    n = int(ability.data.get("cooldown", 0))
    if n:
        marks = {"cooldown": max(n, int(card.mark("cooldown") or 0)), "fresh-turn": True}
        yield events([event({}, "mark", "cool", "position.cooldown-count", card=card.object, marks=marks)])
