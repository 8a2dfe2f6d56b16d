"""Response windows: answers of Blocks, each capacity once, resolved last first but for Blocks that act on
each other (phase4.response-def to phase4.priority-tie).

Code because an answer has to know what it answers and whose Block that is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from judge.engine.effects.continuous import of_kind
from judge.engine.flow.offers import answering, word
from judge.engine.flow.option_conditions import asked
from judge.engine.kernel.book import Ability, Outcome
from judge.engine.kernel.instructions import call, event, events
from judge.engine.kernel.state import Card, Condition, Instruction, Option, Waiting
from judge.engine.kernel.view import Vars, View
from judge.engine.language.traits import names
from judge.engine.mechanisms.links import carried_out, entry_of, held, off_list, waits
from judge.games.tdg import registry
from judge.games.tdg.block_effects import SPENT, carrying, checked, cooled, is_read, played, terms_of
from judge.games.tdg.blocks import BLOCKS, TERRAIN, block_of, counts, terrain_of
from judge.games.tdg.registry import rules
from judge.text.plain import Fields, Scope

# Of the memory: a capacity that made the last answer of an exchange.
TIRED = rules.remembers("tired", "turn", "count") + ":"


@rules.offer("answer", "phase4.response-def", "phase4.response-atq", "phase4.capacity-once")
def answer(view: View, v: Vars, seat: str) -> Iterator[Option]:
    """Capacities of the player's Blocks that answer the other player's last act."""
    acts = [act for act in v["acts"] if act["seat"] != seat]
    for kind in ("counter", "activated"):
        for card, ability, valid in of_kind(view, kind):
            if card.seat == seat and valid and block_of(view, card) in BLOCKS and answers(ability):
                yield option(view, v, card, ability, acts)


def answers(ability: Ability) -> tuple[str, ...]:
    """What a capacity answers; an effect that can be used as one says so itself."""
    return ability.against if ability.kind == "counter" else names(ability.data.get("answers", ()))


def option(view: View, v: Vars, card: Card, ability: Ability, acts: list[Fields]) -> Option:
    """One capacity used as an answer."""
    about = acts[-1]["about"] if acts else ""
    dos = answering(view, v, card, ability, about, ("answer",), "reply")
    return Option("answer", (word(view, card.id, ability.id),), dos, conds(view, v, card, ability, acts))


def conds(view: View, v: Vars, card: Card, ability: Ability, acts: list[Fields]) -> Iterator[Condition]:
    """The conditions of an answer: the act that it answers was the other player's last one, its source is
    valid, and it was not used before.
    """
    last = v["acts"][-1] if v["acts"] else None
    mine = last is not None and last["seat"] == card.seat
    rule = "phase4.response-def" if card.seat != view.active else "phase4.response-atq"
    kinds = acts[-1]["kinds"] if acts and not mine else ()
    fits = any(kind in answers(ability) for kind in kinds)
    yield Condition(rule, fits, "answer.kind", {"against": answers(ability)})
    yield Condition("golden.source", counts(view, card), "source")
    if card.place == TERRAIN:
        yield Condition("golden.terrain", terrain_of(view) == card, "terrain")
    used = [link for link in view.game.waiting if link.ability == ability.id and link.source == card.object]
    yield Condition("phase4.capacity-once", not used, "answer.used")
    tired = view.game.memory.get(tired_key(card.object, ability.id)) and view.param("last-answer-tired")
    yield Condition("phase4.capacity-refresh", not tired, "answer.tired")
    yield Condition("position.engaged", is_read(view, card, ability, card.seat), "reads")
    ctx = {"me": card.seat, "self": card.object, "it": acts[-1]["about"] if acts else ""}
    yield asked(view, "phase4.declare", terms_of(ability), ctx)


def tired_key(ref: str, ability: str) -> str:
    """The memory key for a capacity's having made the last answer of an exchange."""
    return f"{TIRED}{ref}:{ability}"


@rules.step("add-answer")
def add(view: View, v: Vars) -> Outcome:
    """Puts the answer on the list until the window is resolved. Its capacity is then used up for the reading
    of its own Block and for the turn, unless an answer follows in this exchange.
    """
    ability = view.ability(v["ability"])
    played(ability)
    card, below = view.present(v.object("self")), [row for row in view.game.waiting if row.id == v["below"]]
    rule, key = "phase4.def-used", f"{SPENT}{card.object}:{v['ability']}"
    batch = [waits(v, card.object, card.id, held(v)), event({}, "remember", "spent", rule, key=key, value=1)]
    keys = [(tired_key(link.source, link.ability), 0) for link in below] + [
        (tired_key(card.object, v["ability"]), 1)
    ]
    batch += [event({}, "remember", "tired", "phase4.capacity-refresh", key=key, value=n) for key, n in keys]
    if any(link.master == v["me"] and same_block(view, link.source, card) for link in view.game.waiting):
        view.note(registry.FURTHER, "phase4.block-many", seat=v["me"], block=block_of(view, card))
    forgone = Instruction(
        "within", {"vars": {**held(v), "because": "effect"}, "do": ability.cost, "rule": ability.rule}
    )
    return [events(batch), *([forgone] if ability.cost else ()), *cooled(card, ability)]


def same_block(view: View, ref: str, card: Card) -> bool:
    """Do two cards belong to the same Block?"""
    other = view.card(ref)
    return other is not None and other.seat == card.seat and block_of(view, other) == block_of(view, card)


@rules.step("resolve-answer")
def resolve(view: View, v: Vars) -> Outcome:
    """Resolves one answer: it is cancelled, has lost its source, or is carried out. Effects of an earlier
    Block are carried out before it (phase4.priority).
    """
    entry = entry_of(view, v)
    ahead = before(view, entry)
    if ahead is not None:
        rule = "phase4.priority-tie" if tie(view, ahead, entry.vars) else "phase4.priority"
        view.note(
            registry.FIRST, rule, card=str(ahead.get("named") or view.game.objects.get(ahead["self"], ""))
        )
        again = call("resolve-link", entry=entry.id, link=entry.id)
        if "entry" in ahead:
            return [call("resolve-link", entry=ahead["entry"], link=ahead["entry"]), again]
        source = view.present(ahead["self"])
        done = Instruction("put", {"procedure": "read-effect", "vars": {"done": True}, "rule": ""})
        return [done, *carrying(view, source, ahead), again]
    leave = off_list(entry, "phase4.exchange")
    if entry.status == "negated":
        view.note(registry.ANSWER_CANCELLED, "phase4.exchange", card=entry.card)
        return [leave]
    card = view.card(entry.source)
    if card is None or not counts(view, card):
        view.note(registry.CANCELLED, "phase4.check-source", card=entry.card)
        return [leave]
    ability = view.table.abilities[entry.ability]
    if too_late(view, ability):
        view.note(registry.TOO_LATE, "golden.no-undo", card=entry.card)
        return [leave]
    view.note(registry.CARRIED_OUT, "phase4.exchange", card=card.id)
    return [leave, carried_out(entry, ability, checked(ability.do))]


def too_late(view: View, ability: Ability) -> bool:
    """Would an answer cancel the effect under way, although that has been carried out already?"""
    frame = view.running("read-effect")
    done = frame is not None and frame.vars.get("done")
    return bool(done) and any(do.verb == "negate" and do.args["negate"] == "effect" for do in ability.do)


def before(view: View, entry: Waiting) -> Fields | None:
    """What comes before an answer: the effect under way or an earlier answer, of a higher Block, or of the
    same Block and the attacker's, if the two act on each other.
    """
    frame = view.running("read-effect")
    if frame is None:
        return None
    chain: list[Mapping[str, object]] = (
        [] if frame.vars.get("done") or frame.vars.get("negated") else [frame.vars]
    )
    chain += [
        {**link.vars, "entry": link.id}
        for link in view.game.waiting
        if link.status == "link" and link.id != entry.id
    ]
    prior = [act for act in chain if rank(view, act) < rank(view, entry.vars)]
    how = view.param("priority") if prior else "last-first"
    prior = [act for act in prior if how == "always" or (how == "mutual" and mutual(view, act, entry.vars))]
    return min(prior, key=lambda effect: rank(view, effect), default=None)


def rank(view: View, vars: Mapping[str, object]) -> tuple[int, bool]:
    """The place of an effect's Block in the order, the attacker's first; effects without a Block are last."""
    card = view.card(str(vars["self"]))
    if card is None or block_of(view, card) not in BLOCKS:
        return (len(BLOCKS), True)
    return (BLOCKS.index(block_of(view, card)), vars["me"] != view.active)


def tie(view: View, effect: Mapping[str, object], other: Mapping[str, object]) -> bool:
    """Are the Blocks of two effects at the same place in the order?"""
    return rank(view, effect)[0] == rank(view, other)[0]


def mutual(view: View, effect: Fields, other: Fields) -> bool:
    """Do two effects affect each other's Blocks?"""
    return aims(view, effect, other["self"]) and aims(view, other, effect["self"])


def aims(view: View, vars: Scope, ref: str) -> bool:
    """Does an effect name a card of the same Block as this card?"""
    card, ability = view.card(ref), view.ability(vars["ability"])
    if card is None:
        return False
    named = [do.args.get(key) for do in ability.do for key in (do.args.get("named", do.verb), "of")]
    meant = [sel for sel in named if isinstance(sel, Mapping) or sel == "self" or str(sel)[:1] == "$"]
    return any(same_block(view, target, card) for sel in meant for target in view.refs(sel, vars))
