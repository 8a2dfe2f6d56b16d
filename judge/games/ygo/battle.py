"""The Battle Phase: attacks, Replays, the Damage Step and every result of a battle (battle-step.*,
replay.*, ds.*, battle.*).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import takewhile

from judge.engine import trace
from judge.engine.effects.provenance import tell_overridden
from judge.engine.flow.offers import unbarred
from judge.engine.flow.surcharges import surcharged
from judge.engine.kernel.book import Ability, Outcome
from judge.engine.kernel.event import Event
from judge.engine.kernel.instructions import AGAIN, END, call, event, events, goto, put_vars
from judge.engine.kernel.registry import OWN_CARD, THEIR_CARD
from judge.engine.kernel.state import Card, Condition, Frame, Instruction, Option, Ref, opponent
from judge.engine.kernel.view import Vars, View
from judge.engine.mechanisms.steps import WINDOW, window
from judge.errors import OutOfPlace
from judge.games.ygo import registry
from judge.games.ygo.damage_step import names_calculation
from judge.games.ygo.registry import rules
from judge.text.plain import Scope

DIRECT = "direct"
ATTACKING = ("battle-step.declare", "battle-step.direct", "battle-step.once", "replay.choice")
ATTACK = "attack"
GAVE_WAY = rules.remembers("gave-way", "turn")  # a monster made way for another attacker in a Replay
BLOW = rules.remembers("blow", "turn")  # who has attacked what
# monsters that change values from elsewhere


# --- offers ----------------------------------------------------------------------------------------------
@rules.offer("attack", *ATTACKING, beside=[DIRECT], most=2, places=(OWN_CARD, THEIR_CARD))
def attack(view: View, v: Vars, seat: str) -> Iterator[Option]:
    """Attacks by face-up Attack Position monsters, on a monster or directly."""
    if seat != view.active:
        return
    frame = view.running("attack")
    again = frame.vars["attacker"] if frame is not None and v.get("mode") == "replay" else ""
    for card in view.zone(seat, "monster"):
        for target in (*view.zone(opponent(seat), "monster"), None):
            words = (card.id, target.id if target is not None else DIRECT)
            conds = attack_conds(view, card, target, again)
            option = Option("attack", words, (declared(card, target, bool(again)),), conds)
            aimed = {"target": target.object} if target is not None else {}
            if card.object == again:  # which has been paid for
                yield option
            else:
                yield surcharged(view, option, partial(attack_event, "attack", card, aimed))


def declared(card: Card, target: Card | None, replay: bool) -> Instruction:
    """The attack as it is declared; after a Replay it takes the place of the first one."""
    vars: dict[str, object] = {"attacker": card.object, "target": target.object if target is not None else ""}
    if replay:
        return Instruction(
            "put", {"procedure": "attack", "vars": {**vars, "again": True}, "rule": "replay.choice"}
        )
    return call("attack", **vars)


def attack_conds(view: View, card: Card, target: Card | None, again: Ref) -> Iterator[Condition]:
    """Who may attack, how often, and whom."""
    up = not view.face_down(card) and card.mark("position") == "attack"
    yield Condition("battle-step.once", up, "attack.position", {"card": card.id})
    done = view.did(card.object, "attacked") and card.object != again and not spared(view, card)
    more = another(view, card, target) if done else None
    usual = "replay.first-attacker" if done and gave_way(view, card) else "battle-step.once"
    rule = usual if more is None else "rules-vs-effects"
    yield Condition(rule, not done or more is not None, "attack.done", {"card": card.id})
    if target is None:
        yield direct(view, card)
    aimed = {"target": target.object} if target is not None else {}
    yield from declaration_bans(view, card, aimed, again)
    yield from attack_bans(view, "attacking", card, aimed)


def gave_way(view: View, card: Card) -> bool:
    """Has the player chosen another attacker instead of this monster in a Replay (replay.first-attacker)?"""
    return bool(view.game.memory.get(way_key(card.object)))


def way_key(attacker: Ref) -> str:
    """The memory key for a monster's having made way for another in a Replay this turn."""
    return f"{GAVE_WAY}:{attacker}"


def declaration_bans(view: View, card: Card, aimed: Mapping[str, Ref], again: Ref) -> Iterator[Condition]:
    """The prohibitions on declaring an attack. By the other reading a monster that attacks again after a
    Replay has declared its attack already.
    """
    bans = attack_bans(view, "attack", card, aimed)
    if aimed:
        bans += unbarred(view, lambda: attacked_event(card, aimed["target"]))
    for ban in bans:
        if ban.ok or card.object != again or view.param("replay-declares"):
            yield ban


def attack_bans(view: View, name: str, card: Card, aimed: Mapping[str, Ref]) -> list[Condition]:
    """The prohibitions on a monster's attack: on declaring one (`attack`), or on attacking at all, including
    an attack that is already declared (`attacking`).
    """
    return [*unbarred(view, lambda: attack_event(name, card, aimed))]


def attack_event(name: str, card: Card, aimed: Mapping[str, Ref]) -> Event:
    """The event of an attack on a monster or directly, for effects that may forbid it."""
    ctx, seat = {"me": card.seat, "self": card.object}, card.seat
    about = {"card": card.object, "seat": seat, "direct": not aimed, **aimed}
    return event(ctx, "signal", name, "battle-step.declare", **about)


def attacked_event(card: Card, target: Ref) -> Event:
    """The event that a monster is attacked, which an effect may forbid."""
    ctx, more = {"me": card.seat, "self": card.object}, {"card": target, "attacker": card.object}
    return event(ctx, "signal", "attacked", "battle-step.declare", seat=card.seat, **more)


def another(view: View, card: Card, target: Card | None) -> Ability | None:
    """The text by which a monster that has attacked may attack again: once more, or each monster once."""
    more = view.permits(card, "second-attack") if view.times(card.object, "attacked") < 2 else None
    if more is not None or target is None:
        return more
    if struck(view, card.object, target.object) or struck(view, card.object, ""):
        return None
    return view.permits(card, "attack-each")


def blow_key(attacker: Ref, target: Ref) -> str:
    """The memory key for a monster's having attacked another, or directly, this turn."""
    return f"{BLOW}:{attacker}:{target}"


def struck(view: View, attacker: Ref, target: Ref) -> bool:
    """Has the monster attacked this target in this turn?"""
    return bool(view.game.memory.get(blow_key(attacker, target)))


def spared(view: View, card: Card) -> bool:
    """Does an attack that was given up after a Replay not count, by the other reading?"""
    return view.did(card.object, "gave-up") and view.param("declined-attack") == "kept"


def direct(view: View, card: Card) -> Condition:
    """A direct attack needs an opponent without monsters, or a text allowing it (gl.direct-attack.effect)."""
    if not view.count(opponent(card.seat), "monster"):
        return Condition("battle-step.direct", True, "attack.direct")
    if view.permits(card, "direct-attack"):
        return Condition("gl.direct-attack.effect", True, "attack.direct")
    return Condition("battle-step.direct", False, "attack.direct")


@rules.step("battle-phase-ended", jumps=["end-step.unspent"])
def ended(view: View, v: Vars) -> Outcome:
    """If an effect has ended the Battle Phase, goes to the End Step once its Chain has resolved, whatever
    was under way.
    """
    return [goto("end-step.unspent", "battle-phase.ended", "rules-vs-effects")] if v.flag("negated") else None


# --- the declaration and the Replay
@rules.step("battle-step.declare")
def declare(view: View, v: Vars) -> Outcome:
    """Declares the attack, and remembers which monsters the opponent controls now, to notice a Replay."""
    attacker, target = v.object("attacker"), v.object("target")
    seat = {"seat": view.active, "who": view.active}
    rule = "battle-step.declare" if target else "battle-step.direct"
    if not target and view.count(opponent(view.active), "monster"):
        tell_overridden(
            view, view.present(attacker), "direct-attack", "rules-vs-effects", "battle-step.direct"
        )
    same = v.get("first") == attacker  # the same monster attacking again in a Replay makes one attack of it
    if not same:
        tell_once_more(view, view.present(attacker), view.card(target))
    signals = [] if same else [event({}, "signal", "attack", rule, card=attacker, target=target, **seat)]
    if target:
        signals.append(event({}, "signal", "attacked", rule, card=target, attacker=attacker, **seat))
    notes = blow_notes(view, v, rule, same)
    if v.get("first") and not same:
        key = way_key(v["first"])
        notes.append(event({}, "remember", "gave-way", "replay.first-attacker", key=key, value=True))
    named = {"first": attacker, "blow": target, "name": view.present(attacker).id, "facing": opposed(view)}
    vars = put_vars(again=False, asked=False, replayed=same, side=view.count(view.active, "monster"), **named)
    return [vars, events(signals), *([events(notes)] if notes else [])]


def tell_once_more(view: View, card: Card, target: Card | None) -> None:
    """Records the text by which a monster attacks again this turn."""
    more = (
        another(view, card, target) if view.did(card.object, "attacked") and not spared(view, card) else None
    )
    if more is not None:
        view.note(trace.OVERRIDDEN, "rules-vs-effects", ability=more.id, article="battle-step.once")


def blow_notes(view: View, v: Vars, rule: str, same: bool) -> list[Event]:
    """The events that remember an attack of a monster that may attack each monster once. A declaration
    before a Replay does not count.
    """
    attacker, target = v.object("attacker"), v.object("target")
    card = view.card(attacker)
    if card is None or view.permits(card, "attack-each") is None:
        return []
    aims = {v["blow"]: False, target: True} if same else {target: True}
    keys = {blow_key(attacker, aim): value for aim, value in aims.items()}
    return [event({}, "remember", "blow", rule, key=key, value=value) for key, value in keys.items()]


def opposed(view: View) -> tuple[Ref, ...]:
    """The monsters that the opponent controls."""
    return tuple(sorted(card.object for card in view.zone(opponent(view.active), "monster")))


@rules.step("replay.cause", jumps=["battle-step.declare"])
def replay(view: View, v: Vars) -> Outcome:
    """If the opponent's monsters change before the Damage Step, the attacking player chooses again."""
    attacker = view.card(v.object("attacker"))
    if v.flag("negated") or attacker is None or not able(view, attacker):
        tell_end(view, "battle-step.loop", v.object("attacker"))
        return [END]
    if v.flag("again"):
        anew = v["first"] != v["attacker"] or view.param("replay-declares")
        return [goto("battle-step.declare", "replay.again" if anew else "replay.on", "replay.choice")]
    if v.flag("asked"):
        return given_up(view, attacker)
    if v.flag("calculates"):
        return None
    if not due(view, v):
        tell_no_replay(view, v, attacker)
        return None
    view.note(registry.REPLAY, "replay.cause", card=attacker.id)
    return [put_vars(asked=True), call("window:replay", mode="replay"), AGAIN]


def given_up(view: View, attacker: Card) -> list[Instruction]:
    """The instructions for a Replay in which the attacking player does not attack again."""
    view.note(trace.ATTACK_ENDS, "replay.choice", card=attacker.id)
    gave_up = event({}, "signal", "gave-up", "replay.choice", card=attacker.object, seat=view.active)
    return [events([gave_up]), END]


def due(view: View, v: Scope) -> bool:
    """Is a Replay due: have the opponent's monsters changed since the attack was declared? By the other
    reading changes on the attacking player's side count too.
    """
    now = opposed(view)
    then = v.get("facing", now)
    if now == then:
        return own_side_changed(view, v) and bool(view.param("replay-own-side"))
    if view.param("replay-on") != "number" or len(now) != len(then):
        return True
    return not view.same(v.get("target") or v["attacker"])


def own_side_changed(view: View, v: Mapping[str, object]) -> bool:
    """Does the attacking player control more or fewer monsters than when the attack was declared?"""
    now = view.count(view.active, "monster")
    return bool(now != v.get("side", now))


def tell_no_replay(view: View, v: Vars, attacker: Card) -> None:
    """Tells why there is no Replay where a reader could expect one: the target was turned face-down, or the
    attacking player's own monsters have changed.
    """
    rule, *usual = view.ruled("replay-own-side", "replay.cause")
    target = view.card(v.object("target"))
    if target is not None and view.face_down(target) and turned_since(view, target):
        view.note(registry.NO_REPLAY_TURNED, rule, card=target.id, usual=tuple(usual))
    elif own_side_changed(view, v):
        view.note(registry.NO_REPLAY, rule, card=attacker.id, usual=tuple(usual))
    else:
        view.note(trace.SAID, "replay.cause", card=attacker.id)


def turned_since(view: View, card: Card) -> bool:
    """Was a monster turned face-down since an attack was declared? This is only known if some ability
    listens for it.
    """
    told = view.tracer.entries[::-1] if view.tracer is not None else []
    events = (entry.data["record"] for entry in told if entry.kind is trace.EVENT)
    since = takewhile(lambda record: record.name != ATTACK, events)
    return any(record.name == "turn-down" and record.card == card.id for record in since)


@rules.step("window-of-declaration", takes=WINDOW, needs=("name",))
def window_of_declaration(view: View, v: Vars) -> Outcome:
    """The window for answers to the declaration of an attack. After a Replay it opens again, by the other
    reading only if another monster attacks. Effects that are pending by then are activated in any case.
    """
    if not goes_on(view, v):
        return window(view, v)
    if any(entry.status == "pending" for entry in view.game.waiting):
        return [call("chain"), AGAIN]
    rule, *usual = view.ruled("replay-declares", "replay.choice")
    view.note(registry.GOES_ON, rule, card=view.present(v.object("attacker")).id, usual=tuple(usual))
    return None


def goes_on(view: View, v: Vars) -> bool:
    """Is it the same attack that goes on after a Replay, rather than a new declaration?"""
    return v.flag("replayed") and not view.param("replay-declares")


@rules.step("window-of-attack", takes=WINDOW, needs=("name",))
def window_of_attack(view: View, v: Vars) -> Outcome:
    """Sanctioned play: another window after the answers to an attack, unless the attack is over or a Replay
    is due.
    """
    attacker = view.card(v.object("attacker"))
    over = v.flag("negated") or attacker is None or not able(view, attacker)
    if not over and goes_on(view, v):
        return None
    return withheld(view, v) if over or due(view, v) else window(view, v)


def withheld(view: View, v: Vars) -> Outcome:
    """A window that does not open is told by the article that says when it does open."""
    view.note(registry.WITHHELD, v["rule_here"])
    return None


@rules.step("window-of-battle", takes=WINDOW, needs=("name", "mode"))
def window_of_battle(view: View, v: Vars) -> Outcome:
    """Sanctioned play: a window of the Damage Step, unless there is no battle any more. After a Summon by a
    Chain, it is the window for that Summon.
    """
    if not (v.get("fought") or battles(view)):
        return withheld(view, v)
    if not v.flag("entered"):
        return window(view, v)
    opens = call(f"window:{v['name']}", mode=v["mode"], of="summon", entered=v["entered"])
    return [put_vars(entered=()), opens]


@rules.step("window-of-calculation", takes=WINDOW, needs=("name", "mode"))
def window_of_calculation(view: View, v: Vars) -> Outcome:
    """A window in the damage calculation, which has begun, where a text names this moment."""
    if not battles(view) or not any(map(names_calculation, view.table.abilities.values())):
        return None
    opens = window(view, v)
    assert isinstance(opens, list)
    return [put_vars(calculated=True), *opens]


def able(view: View, card: Card) -> bool:
    """Can the monster still fight: is it face-up on the Field, in Attack Position, and free to attack?"""
    if card.place != "monster" or view.face_down(card) or card.mark("position") != "attack" or card.on:
        return False
    return not stopped(view, card)


def tell_end(view: View, rule: str, attacker: Ref) -> None:
    """Records that the attack ends without a battle, with what forbids it if anything does."""
    name = view.game.objects.get(attacker) or str(frame_of_attack(view).vars.get("name", ""))
    condition = stopped(view, view.card(attacker))
    if condition:
        by, *usual = view.ruled("barred-attacks-end", condition.rule)
        view.note(registry.ATTACK_BARRED, by, card=name, usual=(*usual, rule), **condition.values)
    else:
        view.note(trace.ATTACK_ENDS, rule, card=name)


def stopped(view: View, card: Card | None) -> Condition | None:
    """What forbids the attacking monster to attack now, if by the reading this ends a declared attack."""
    condition = barring(view, card)
    return condition if condition and view.param("barred-attacks-end") else None


def barring(view: View, card: Card | None) -> Condition | None:
    """What forbids the attacking monster to attack its declared target, or to attack directly."""
    if card is None or card.place != "monster":
        return None
    frame = view.running("attack")
    target = frame.vars.get("target") if frame is not None else ""
    conditions = attack_bans(view, "attacking", card, {"target": target} if target else {})
    return next((condition for condition in conditions if not condition.ok), None)


# --- the Damage Step
def frame_of_attack(view: View) -> Frame:
    """The attack that is under way. Raises OutOfPlace where none is."""
    frame = view.running("attack")
    if frame is None:
        raise OutOfPlace("an attack")
    return frame


def fighters(view: View) -> tuple[Card | None, Card | None, bool]:
    """The attacking monster, the attacked one, and whether the attack is direct."""
    frame = frame_of_attack(view)
    attacker, target = view.card(frame.vars["attacker"]), view.card(frame.vars.get("target") or "")
    return attacker, target, not frame.vars.get("target")


def battles(view: View) -> bool:
    """Will there still be a battle: is there a monster that can attack, and its target or a direct attack?"""
    attacker, target, is_direct = fighters(view)
    own, other = frame_of_attack(view).vars.get("sides") or (view.active, opponent(view.active))
    if attacker is None or attacker.seat != own:
        return False
    aimed = is_direct or (target is not None and target.seat == other)
    return aimed and able(view, attacker)


@rules.step("ds.facedown")
def turn_up(view: View, v: Vars) -> Outcome:
    """An attacked face-down monster is turned face-up in Defense Position before calculating."""
    _, target, _ = fighters(view)
    if target is None or not view.face_down(target) or not battles(view):
        return None
    ctx, marks = {"me": target.seat, "because": "battle"}, {"facing": "up"}
    return [events([event(ctx, "mark", "turn-up", "ds.facedown", card=target.object, marks=marks)])]
