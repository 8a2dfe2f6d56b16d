"""Which cards may be chosen, and what is told of one that may not."""

from __future__ import annotations

from judge.engine import trace
from judge.engine.flow.silence import tell_unguarded
from judge.engine.flow.watchers import watchers
from judge.engine.kernel.proposals import event
from judge.engine.kernel.state import Card
from judge.engine.kernel.view import Vars, View
from judge.engine.language.joint_costs import left
from judge.engine.language.traits import names


def choosable(view: View, v: Vars, card: Card) -> bool:
    """May the card be chosen by this ability, and for what is done with it?"""
    return not (
        unsuited(view, v, card)
        or undergoes_same(view, v, card)
        or doomed(view, v, card)
        or protected(view, v, card)
    )


def unsuited(view: View, v: Vars, card: Card) -> bool:
    """Is there something that is to be done with what is chosen and cannot be done with this card?"""
    for word in v.args.get("for", ()):
        cond = view.book.suits[word](view, card, v)
        if not cond.ok:
            texts = (str(cond.values["ability"]),) if "ability" in cond.values else ()
            tell_refused(view, v, card, cond.rule, texts=texts)
            return True
    return False


def undergoes_same(view: View, v: Vars, card: Card) -> bool:
    """Does the same happen to the card as what is being replaced?"""
    if card.object not in v.get("befallen", ()):
        return False
    if not left(v.vars, card.object):  # it pays already
        tell_refused(view, v, card, str(view.book.cites.get("cost", "")))
        return True
    rule, *usual = view.ruled("replaced-once", str(view.book.cites.get("may-replace", "")))
    tell_refused(view, v, card, rule, usual=tuple(usual))
    return True


def doomed(view: View, v: Vars, card: Card) -> bool:
    """Is the card about to go already, by what is under way?"""
    if not any(card.object in frame.vars.get("doomed", ()) for frame in view.game.agenda):
        return False
    tell_refused(view, v, card, str(view.book.cites.get("doomed", "")))
    return True


def protected(view: View, v: Vars, card: Card) -> bool:
    """Does a text forbid to choose the card?"""
    if "choose" not in view.table.watched:
        return False
    choice = event(v, "choose", card=card.object)
    ignored = [view.book.keyword(word) for word in names(v.args.get("ignores", ()))]
    bans = list(watchers(view, "forbid", choice))
    blocker = next((one for one in bans if one.ability.keyword not in ignored), None)
    if not bans:
        tell_unguarded(view, card, choice)
    elif blocker is None:
        rule = str(view.book.cites.get("ignored", bans[0].ability.rule))
        if not v.answers:  # told where it is asked
            view.note(trace.IGNORED, rule, card=card.id, word=bans[0].ability.keyword)
    else:
        view.note(trace.NOT_CHOOSABLE, blocker.ability.rule, card=card.id, ability=blocker.ability.id,
                  by=blocker.card.id)  # fmt: skip
    return blocker is not None


def tell_refused(view: View, v: Vars, card: Card, rule: str, **more: object) -> None:
    """Tell that a card may not be chosen, and under which article."""
    view.note(trace.NOT_CHOOSABLE, rule, card=card.id, ability=str(v.get("ability") or ""), **more)
