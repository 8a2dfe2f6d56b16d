"""Answers: what an activation answers, which may be the link below it, an attack, or a Summon (trap.counter,
nochain.rule, st.text).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from judge.engine.kernel.book import Ability
from judge.engine.kernel.state import EMPTY, Card, Condition, Frame, Instruction, Ref, Waiting
from judge.engine.kernel.view import Vars, View
from judge.engine.language.figures import is_number
from judge.engine.language.traits import names
from judge.engine.language.walk import dos_in
from judge.games.ygo.chain import last_link
from judge.games.ygo.effect_parts import acted_on, goal
from judge.games.ygo.moments import followed
from judge.text.plain import Fields, Scope
from judge.text.rows import NamedTuple

# What an effect includes, as far as its instructions say: for what answers "an effect that destroys …",
# "that Special Summons a monster from the Deck" (st.text).
KINDS = {"special-summon": ("special-summon", "fusion", "ritual")}  # instructions that are all one thing
CALLED_FROM = {"fusion": ("extra",), "search": ("deck",), "ritual": ("hand",), "excavate": ("deck",)}
BROUGHT_TO = {
    **dict.fromkeys(("special-summon", "fusion", "ritual", "create", "control"), "monster"),
    "search": "hand",
}


def includes(view: View, ability: Ability, want: object) -> bool:
    """Does an effect have an instruction of a wanted kind, from and to the wanted zones if they are named?"""
    chosen = {
        str(do.args["choose"]): do.args["from"]
        for do in dos_in((*ability.data.get("targets", ()), *ability.do))
        if do.verb == "choose"
    }
    several = want if isinstance(want, list) else [want]
    rows = [row if isinstance(row, Mapping) else {"word": row} for row in several]
    return any(fits(view, do, row, chosen, ability) for do in dos_in(ability.do) for row in rows)


def fits(
    view: View, do: Instruction, row: Mapping[str, object], chosen: Mapping[str, object], ability: Ability
) -> bool:
    """Is an instruction the one that a text asks for?"""
    if "word" in row:
        words = {verb for word in names(row["word"]) for verb in KINDS.get(word, (word,))}
        words |= {"create"} if view.book.tables["token"]["name"] in words else set()
        if words.isdisjoint((do.verb, str(do.args.get("named", "")), *covering(view, do, chosen, ability))):
            return False
    if "to" in row and str(goal(do, view.book.moves) or BROUGHT_TO.get(do.verb, "")) not in names(row["to"]):
        return False
    return "from" not in row or not set(names(row["from"])).isdisjoint(origins(view, do, chosen, ability))


def covering(view: View, do: Instruction, chosen: Mapping[str, object], ability: Ability) -> Iterator[str]:
    """The book's named moves that a plain move to a zone may count as, by where it takes its cards from."""
    to = do.args.get("to") if do.verb == "move" else None
    for name, row in view.book.moves.items() if to else ():
        never = row.get("covers", EMPTY).get("not_from", ())
        if "covers" in row and row["to"] == to and set(origins(view, do, chosen, ability)) - {*never}:
            yield name


def origins(view: View, do: Instruction, chosen: Mapping[str, object], ability: Ability) -> tuple[str, ...]:
    """The zones from which an instruction may take its cards, as far as its text says."""
    if do.verb in CALLED_FROM:
        return CALLED_FROM[do.verb]
    what = acted_on(do)
    if is_number(what):
        return names(view.book.moves.get(str(do.args.get("named", "")), EMPTY).get("from", ()))
    if isinstance(what, str) and what[:1] == "$":
        what = chosen.get(what[1:], "")
    if what == "self":
        return ability.zones
    several = what if isinstance(what, (list, tuple)) else [what]
    return tuple([zone for sel in several if isinstance(sel, Mapping) for zone in lying(view, sel)])


def lying(view: View, sel: Mapping[str, object]) -> tuple[str, ...]:
    """The zones that a selector names."""
    zones = names(sel.get("zone", view.book.default_zone))
    return tuple(view.book.zones) if "any" in zones else zones


ATTACK = "attack"
# the moments of a Summon that a text answers, and why it does not at the other
MOMENTS = {"summoning": "answers-attempt", "summon": "answers-success"}
OF_LINK = ("activation", "of", "type", "does")  # what a text says of the link itself, and not of its card


class Answered(NamedTuple):
    """Whether what an effect answers is there, and the card concerned."""

    cond: Condition
    about: str | tuple[str, ...]


FREE = Answered(Condition("st.text", True, "answers"), "")


def answers(view: View, v: Vars, card: Card, ability: Ability | None) -> Answered:
    """What a responding effect would answer now; other effects can be activated freely."""
    want = ability.data.get("answers") if ability is not None else None
    if want is None:
        return FREE
    if want == ATTACK:
        return to_attack(view, card)
    if isinstance(want, str):
        return to_summon(view, v, want)
    below = last_link(view, v["depth"]) if v.get("mode") == "chain" else None
    return to_link(view, want, below, card)


def to_link(view: View, want: Mapping[str, object], below: Waiting | None, card: Card) -> Answered:
    """The answer to the link below."""
    fits = below is not None and fits_link(view, want, below, card)
    about = view.game.cards[below.card].object if below is not None and fits else ""
    return Answered(Condition("trap.counter", fits, "answers-link"), about)


def fits_link(view: View, want: Fields, below: Waiting, card: Card) -> bool:
    """Is the link below an activation of the kind that the text names:
    of a card or an effect, of a player, of a type?
    """
    way = want.get("activation")
    if way is not None and (below.vars.get("way") in ("card", "pendulum")) != (way == "card"):
        return False
    if "of" in want and below.master not in view.seats(want["of"], card.seat):
        return False
    if "type" in want and below.vars.get("type") not in names(want["type"]):
        return False
    if "does" in want and not does(view, below, want["does"]):
        return False
    rest = {key: value for key, value in want.items() if key not in OF_LINK}
    return view.matches(view.game.cards[below.card], rest, {"me": card.seat, "self": card.object})


def does(view: View, below: Waiting, want: object) -> bool:
    """Does the answered effect include what the text names (summon.special.kinds)?"""
    ability = view.table.abilities.get(below.ability)
    return ability is not None and includes(view, ability, want)


def to_attack(view: View, card: Card) -> Answered:
    """The answer to an attack that was just declared."""
    frame = attack_declared(view)
    if frame is None and (over := passed(view, ATTACK)) is not None:
        return missed(view, "st.text", ATTACK, str(over.vars.get("attacker", "")))
    attacker = str(frame.vars["attacker"]) if frame is not None else ""
    return Answered(Condition("st.text", frame is not None, "answers-attack"), attacker)


def attack_declared(view: View) -> Frame | None:
    """The attack that was just declared, while it can be answered in the window that is about it."""
    for at, frame in enumerate(view.game.agenda[:-1]):
        if frame.procedure == "attack" and frame.step == "attack.window" and not frame.vars.get("negated"):
            return frame if view.game.agenda[at + 1].vars.get("of") == ATTACK else None
    return None


def passed(view: View, want: str) -> Frame | None:
    """Sanctioned play: the event that the open window was about before a Chain resolved in it."""
    frames = view.game.agenda
    return next(
        (frames[at - 1] for at, frame in enumerate(frames) if want in frame.vars.get("passed", ())), None
    )


def missed(view: View, rule: str, name: str, about: Ref) -> Answered:
    """The result that what it would answer is no longer the last thing that happened."""
    since = followed(view, name, view.game.objects.get(about, about))
    lost = Condition("effect.trigger", False, "lost-timing", since)
    return Answered(lost.under(view.book.article("lost-timing")), "")


def to_summon(view: View, v: Vars, want: str) -> Answered:
    """The answer to a Summon, in games that open a window for it; the booklet has none (nochain.rule,
    nochain.list).
    """
    frames = view.game.agenda if want != "summoning" or v.get("of") == want else []
    for at, frame in enumerate(frames):
        if frame.vars.get("of") == want and not frames[at - 1].vars.get("negated"):
            about = summoned(frame.vars if "entered" in frame.vars else frames[at - 1].vars)
            return Answered(Condition("nochain.rule", True, "answers-summon"), about)
    over = passed(view, want)
    if over is not None:
        about = summoned(over.vars)
        return missed(view, "nochain.rule", "summon", about if isinstance(about, str) else about[0])
    why = MOMENTS[want] if other_moment(view, v, want) else "answers-summon"
    none = Condition("st.text", False, why)
    return Answered(none.under("summon.set.not-summoned") if only_set(view) else none, "")


def only_set(view: View) -> bool:
    """Has the turn player Set a monster this turn, and Summoned none?"""
    entered = [card.object for card in view.zone(view.active, "monster") if view.did(card.object, "entered")]
    return bool(entered) and all(view.did(ref, "set") for ref in entered)


def other_moment(view: View, v: Vars, want: str) -> bool:
    """Is there a Summon, but at the other one of its two moments?"""
    return v.get("of") in MOMENTS and v.get("of") != want


def summoned(vars: Scope) -> str | tuple[str, ...]:
    """The monsters of a Summon: those that have arrived, or else those that are about to."""
    refs = tuple(vars.get("entered") or vars.get("called") or ())
    if len(refs) > 1:
        return refs
    return str(refs[0] if refs else vars.get("card") or vars.get("self") or "")
